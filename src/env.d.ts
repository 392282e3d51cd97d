/** Files that the build embeds: the import gives the path to read them from. */
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
/** The app's styles, which its build takes from where the app names them. */
declare module "*.css";
declare module "*.sql" {
  const text: string;
  export default text;
}
