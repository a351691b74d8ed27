"""The REST API of notifications."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Response

from skep.server.accounts.visitor import CurrentVisitor
from skep.server.http.bodies import JsonBody
from skep.server.http.openapi import json_body, json_response, send_json
from skep.server.http.problems import BODY, CHANGES
from skep.server.http.services import provide
from skep.server.notifications.notifications import Notifications
from skep.server.notifications.subscriptions import Subscriptions
from skep.server.schemas.notifications import (
    DeviceAddress,
    NotificationChoices,
    NotificationList,
    NotificationSettings,
    PushDevice,
)
from skep.server.schemas.notifications import NotificationsSeen as Seen

__all__ = ["notifications_router"]

NotificationsDep = Annotated[Notifications, Depends(provide(Notifications))]
SubscriptionsDep = Annotated[Subscriptions, Depends(provide(Subscriptions))]
SeenBody = Annotated[Seen, Depends(JsonBody(msgspec.json.Decoder(Seen)))]
ChoicesBody = Annotated[NotificationChoices, Depends(JsonBody(msgspec.json.Decoder(NotificationChoices)))]
DeviceBody = Annotated[PushDevice, Depends(JsonBody(msgspec.json.Decoder(PushDevice)))]
AddressBody = Annotated[DeviceAddress, Depends(JsonBody(msgspec.json.Decoder(DeviceAddress)))]

notifications_router = APIRouter(prefix="/api/notifications", tags=["notifications"])


@notifications_router.get(
    "",
    response_class=Response,
    responses=json_response(NotificationList, "The notifications."),
    summary="List the player's notifications",
)
async def list_notifications(notifications: NotificationsDep, visitor: CurrentVisitor) -> Response:
    """List the latest first. On the socket, the message `notifications` tells of changes."""
    player = await visitor.guest()
    if player is None:
        return send_json(NotificationList(notifications=[], unread=0))
    return send_json(await notifications.list(player.id))


@notifications_router.post(
    "/read",
    response_class=Response,
    responses=json_response(NotificationList, "The notifications.", **CHANGES, **BODY),
    openapi_extra=json_body(Seen),
    summary="Mark notifications as read",
)
async def mark_read(seen: SeenBody, notifications: NotificationsDep, visitor: CurrentVisitor) -> Response:
    """Mark one notification, those about a game, or all as read. What was read is not pushed."""
    player = await visitor.changing_guest()
    if player is None:
        return send_json(NotificationList(notifications=[], unread=0))
    await notifications.mark_read(player.id, notification=seen.notification, game=seen.game)
    return send_json(await notifications.list(player.id))


@notifications_router.get(
    "/settings",
    response_class=Response,
    responses=json_response(NotificationSettings, "The settings."),
    summary="Get what is pushed to the player's devices",
)
async def settings(subscriptions: SubscriptionsDep, visitor: CurrentVisitor) -> Response:
    """Return the player's choices, and the public key that a browser needs to opt in."""
    return send_json(await subscriptions.settings(await visitor.guest()))


@notifications_router.put(
    "/settings",
    response_class=Response,
    responses=json_response(NotificationSettings, "The settings.", **CHANGES, **BODY),
    openapi_extra=json_body(NotificationChoices),
    summary="Choose what is pushed to the player's devices",
)
async def choose(choices: ChoicesBody, subscriptions: SubscriptionsDep, visitor: CurrentVisitor) -> Response:
    """Choose the kinds of notifications that are pushed, and quiet hours in which nothing is."""
    player = await visitor.acting_guest()
    await subscriptions.choose(player, choices)
    return visitor.send(await subscriptions.settings(player))


@notifications_router.put(
    "/device",
    response_class=Response,
    responses=json_response(NotificationSettings, "The settings.", **CHANGES, **BODY),
    openapi_extra=json_body(PushDevice),
    summary="Push notifications to a device",
)
async def add_device(device: DeviceBody, subscriptions: SubscriptionsDep, visitor: CurrentVisitor) -> Response:
    """Opt in with the push subscription of a browser, which belongs to a push service that this server knows.

    A player has up to ten devices. Nothing is pushed to a device after the player has signed out on it.
    """
    player = await visitor.acting_guest()
    await subscriptions.add(player, device)
    return visitor.send(await subscriptions.settings(player))


@notifications_router.post(
    "/device/removal",
    response_class=Response,
    responses=json_response(NotificationSettings, "The settings.", **CHANGES, **BODY),
    openapi_extra=json_body(DeviceAddress),
    summary="Push nothing more to a device",
)
async def remove_device(device: AddressBody, subscriptions: SubscriptionsDep, visitor: CurrentVisitor) -> Response:
    """Opt out on a device. The browser ends its subscription itself."""
    player = await visitor.changing_guest()
    if player is not None:
        await subscriptions.remove(player, device.endpoint)
    return send_json(await subscriptions.settings(player))
