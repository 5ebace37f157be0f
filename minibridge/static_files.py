"""How collected files are named."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also in the imports of ES modules: no module meets an older neighbour from a cache."""

    support_js_module_import_aggregation = True
