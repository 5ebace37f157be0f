"""Where people play: rows and constraints. The rules of the game are in ``minibridge.engine``.

The log of a record (``Action``) is the truth; a state is folded from it and never stored. A finished record
also keeps what the history reads (contract, declarer, tricks, points), which ``verify_records`` recomputes.
"""

from accounts.codes import CODE_ALPHABET, CODE_LENGTH, new_code, new_key

from .choices import DEFAULT_PRESET, BotLevel, LessonStep, SeatLetter, default_rules, new_epoch
from .history import BotPlay, DealTricks, Review, SharedLink, SharedReplay
from .lesson import Lesson, LessonAnswer, LessonPupil, LessonTable, Pack, SkillMark, Whisper
from .record import Action, Board, BoardRecord, Match, RecordPlayer, RecordSource, UnknownRules
from .table import Message, PreparedBoard, Seating, Table, Vote

__all__ = [
    "CODE_ALPHABET",
    "CODE_LENGTH",
    "DEFAULT_PRESET",
    "Action",
    "Board",
    "BoardRecord",
    "BotLevel",
    "BotPlay",
    "DealTricks",
    "Lesson",
    "LessonAnswer",
    "LessonPupil",
    "LessonStep",
    "LessonTable",
    "Match",
    "Message",
    "Pack",
    "PreparedBoard",
    "RecordPlayer",
    "RecordSource",
    "Review",
    "SeatLetter",
    "Seating",
    "SharedLink",
    "SharedReplay",
    "SkillMark",
    "Table",
    "UnknownRules",
    "Vote",
    "Whisper",
    "default_rules",
    "new_code",
    "new_epoch",
    "new_key",
]
