/** Embedded files. An import of such a file is its path or its text. */
declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string;
  export default path;
}
declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}
declare module "*.webp" {
  const path: string;
  export default path;
}
declare module "*.css";
declare module "*.service" {
  const text: string;
  export default text;
}
declare module "*.env" {
  const text: string;
  export default text;
}
declare module "*.sysusers" {
  const text: string;
  export default text;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const path: string;
  export default path;
}

declare module "*.md" {
  const text: string;
  export default text;
}
