/** Mounts the app. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles/index.css";

const place = document.getElementById("app");
if (place)
  createRoot(place).render(
    <StrictMode>
      <h1>Inglenook</h1>
    </StrictMode>,
  );
