"""The addresses of the live pages' sockets."""

from django.urls import path

from .consumers import TableConsumer
from .lesson_consumer import LessonConsumer
from .replay_consumer import ReplayConsumer
from .screen_consumer import ScreenConsumer
from .wall_consumer import WallConsumer

urlpatterns = [
    path("ws/t/<str:code>/", TableConsumer.as_asgi(), name="table_socket"),
    path("ws/deals/<int:record_id>/together/", ReplayConsumer.as_asgi(), name="together_socket"),
    path("ws/lesson/<int:lesson_id>/", LessonConsumer.as_asgi(), name="lesson_socket"),
    path("ws/lesson/<int:lesson_id>/screen/", ScreenConsumer.as_asgi(), name="screen_socket"),
    path("ws/lesson/<int:lesson_id>/wall/", WallConsumer.as_asgi(), name="wall_socket"),
]
