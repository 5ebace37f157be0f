"""No header that a client can send ends in an error of the server."""

import pytest
from asgiref.testing import ApplicationCommunicator

from minibridge.asgi import application

UNREADABLE = ["a/b; c*=bogus'x'%ff", "a/b; c*=undefined'x'%ff", "a/b; c*=hex'x'%ff"]
ODD = [
    "",
    ";",
    "text/plain; charset=bogus",
    'multipart/form-data; boundary="',
    "multipart/form-data",
    "a/b; c*=utf-8'x'%ff",
]


async def status_of(method: str, content_type: str) -> int:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": "/rules/",
        "raw_path": b"/rules/",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-type", content_type.encode("latin-1"))],
    }
    browser = ApplicationCommunicator(application, scope)
    await browser.send_input({"type": "http.request", "body": b"a=b", "more_body": False})
    answer = await browser.receive_output(10)
    await browser.send_input({"type": "http.disconnect"})
    return answer["status"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("content_type", [*UNREADABLE, *ODD, "x/\xff\x00; \xe9*=utf-8''%"])
async def test_a_content_type_that_no_browser_sends_breaks_nothing(content_type):
    assert await status_of("GET", content_type) == 200
    assert await status_of("POST", content_type) in (400, 403, 405)
