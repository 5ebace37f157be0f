"""The addresses of the live pages' sockets."""

from django.urls import path

from .consumers import TableConsumer

urlpatterns = [path("ws/t/<str:code>/", TableConsumer.as_asgi(), name="table_socket")]
