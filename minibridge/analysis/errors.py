"""What can go wrong with a question to the analysis process."""


class AnalysisUnavailable(Exception):
    """There is no answer, and the caller goes on without one.

    ``code`` says why: ``not_running`` (no process to ask), ``died`` (it ended over the question), ``busy``
    (too many questions wait), ``too_long`` (a step of the work passed its limit), ``timed_out`` (the caller's
    patience ended), ``failed`` (the solver refused, or the job has a fault, which the log tells).
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BadRequest(ValueError):
    """The question makes no sense; ``code`` says why. It never reached the solver."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
