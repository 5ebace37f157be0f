"""With which options uvicorn serves the site, and the bare server that it is measured against."""

from typing import Any

SERVER: dict[str, Any] = {
    "lifespan": "on",
    "http": "tables.management.attentive_protocol:AttentiveProtocol",
    "ws": "tables.management.patient_protocol:PatientProtocol",
    "ws_max_size": 16_384,
    # A page behind a line that swallows everything is let go after half a minute at most.
    "ws_ping_interval": 15,
    "ws_ping_timeout": 12,
    "access_log": False,
    "log_config": None,
    "server_header": False,
}
