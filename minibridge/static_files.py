"""How collected files are named."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

_FILES, IMPORTS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also in the imports of our ES modules: none meets an older neighbour from a cache.

    Only ours: Django looks for imports with regular expressions, and finds some in comments of others' files.
    """

    patterns = (*CompressedManifestStaticFilesStorage.patterns, ("js/*.js", IMPORTS))
