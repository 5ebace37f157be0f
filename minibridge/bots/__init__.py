"""Players: a bot is given what its seat may see of a board, and says what it does and why."""

from .card_cost import CardCost, card_cost_request, is_choice
from .choose import choose
from .contract_cost import ContractCost, contract_cost_request, menu_scores
from .decision import Decision, Reason
from .expert import expert_decision, expert_hint, expert_request
from .hindsight import Comparison, Hindsight
from .hint import Hint, hint
from .level import Level
from .reasons import OPEN, REASONS, SAMPLED_REASONS

__all__ = [
    "OPEN",
    "REASONS",
    "SAMPLED_REASONS",
    "CardCost",
    "Comparison",
    "ContractCost",
    "Decision",
    "Hindsight",
    "Hint",
    "Level",
    "Reason",
    "card_cost_request",
    "choose",
    "contract_cost_request",
    "expert_decision",
    "expert_hint",
    "expert_request",
    "hint",
    "is_choice",
    "menu_scores",
]
