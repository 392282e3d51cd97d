declare module "http_ece";
declare module "web-push";
