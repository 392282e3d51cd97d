/** English: what the screen of check-ins says beside check-ins.ts. */
export const checkInScreen = {};
