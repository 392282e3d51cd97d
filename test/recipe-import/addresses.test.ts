/** Recipes from addresses: drafts, photos, saving, undo, and what servers may answer. */
import { describe, expect, test } from "bun:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { minute } from "../../src/lib/time.ts";
import { hostile } from "../photos/hostile.ts";
import { refusal } from "../support/home.ts";
import { jpeg } from "../support/pictures.ts";
import { undoLast } from "../support/undo.ts";
import { html, importing, page, recipePage } from "./importing.ts";
