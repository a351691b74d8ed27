/** The server's notifications, the devices they are pushed to, and what the player chose. */
import { call } from "../../lib/api";
import type {
  DeviceAddress,
  NotificationChoices,
  NotificationList,
  NotificationSettings,
  NotificationsSeen,
  PushDevice,
} from "../../lib/messages";

export const notificationApi = {
  list: () => call<NotificationList>("GET", "notifications"),
  markRead: (seen: Partial<NotificationsSeen>) => call<NotificationList>("POST", "notifications/read", seen),
  settings: () => call<NotificationSettings>("GET", "notifications/settings"),
  choose: (choices: NotificationChoices) =>
    call<NotificationSettings>("PUT", "notifications/settings", choices),
  addDevice: (device: PushDevice) => call<NotificationSettings>("PUT", "notifications/device", device),
  removeDevice: (endpoint: string) =>
    call<NotificationSettings>("POST", "notifications/device/removal", { endpoint } satisfies DeviceAddress),
};
