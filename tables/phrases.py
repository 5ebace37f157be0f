"""The fixed phrases and reactions people may send each other; nothing else is needed to play, and children
get nothing else.
"""

from django.utils.translation import gettext_lazy as _

PHRASES = {
    "hello": _("Hello!"),
    "well_played": _("Well played!"),
    "thanks": _("Thank you!"),
    "sorry": _("Sorry!"),
    "moment": _("One moment, please."),
    "thinking": _("I am thinking."),
    "ready": _("I am ready."),
    "good_game": _("A nice match!"),
    "goodbye": _("Goodbye!"),
}
REACTIONS = {"👏": _("Applause"), "🙂": _("Smile"), "😮": _("Surprise"), "❤️": _("Heart")}
