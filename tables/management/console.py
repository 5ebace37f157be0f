"""In which language commands speak to whoever runs the site."""

import locale
import os


def console_language() -> str:
    """French where the machine speaks French, else English."""
    said = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    spoken = next(filter(None, [*said, locale.getlocale()[0]]), "")
    return "fr" if spoken.lower().startswith("fr") else "en"
