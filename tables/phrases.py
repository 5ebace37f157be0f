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
JUNIOR_PHRASES = ("well_played", "thanks", "sorry", "thinking")
"""The few that children need at a table of their class."""
REACTIONS = {"👏": _("Applause"), "🙂": _("Smile"), "😮": _("Surprise"), "❤️": _("Heart")}
WHISPERS = {
    "count": _("Count your points once more."),
    "dummy": _("Look at dummy."),
    "turn": _("Whose turn is it?"),
    "follow": _("Which suit was led?"),
    "trumps": _("Are there trumps left?"),
    "plan": _("How many tricks are sure?"),
    "well": _("Well done!"),
    "coming": _("I am coming to you."),
}
"""What a teacher says with one tap."""
