import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { type Download, expect, type Locator, type Page } from "@playwright/test";
import xlsx from "xlsx";
import type { Labels } from "./labels";

/** Reads a file with Python's csv module, as an independent implementation. */
const READER = `
import csv, json, sys
with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    csv.field_size_limit(10_000_000)
    json.dump(list(csv.reader(file, strict=True)), sys.stdout)
`;

/** A table that was read from a CSV file. */
export interface CsvFile {
  path: string;
  name: string;
  columns: string[];
  rows: string[][];
}

/** Presses the button and reads the file that is downloaded. */
export async function exportCsv(page: Page, labels: Labels, within?: Locator): Promise<CsvFile> {
  const downloading = page.waitForEvent("download");
  await (within ?? page).getByRole("button", { name: labels.exportCsv }).first().click();
  return readCsv(await downloading);
}

/** Reads a downloaded file. */
export async function readCsv(download: Download): Promise<CsvFile> {
  const path = await download.path();
  const bytes = await readFile(path);
  expect([...bytes.subarray(0, 3)], "the byte order mark").toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString("utf8").replaceAll("\r\n", "").replace(/"[^"]*"/g, "")).not.toContain("\r");
  const { stdout } = await promisify(execFile)("python3", ["-c", READER, path], { maxBuffer: 200_000_000 });
  const [columns = [], ...rows] = JSON.parse(stdout) as string[][];
  return { path, name: download.suggestedFilename(), columns, rows };
}

/** Reads a file as a spreadsheet does, and fails if a cell is a formula. Returns the texts of the cells, row by row. */
export function spreadsheetTexts(path: string): string[][] {
  const { Sheets, SheetNames } = xlsx.readFile(path);
  const sheet = Sheets[SheetNames[0] ?? ""];
  if (!sheet) throw new Error(`${path} has no sheet`);
  const formulas = Object.entries<{ f?: string }>(sheet).filter(([, { f }]) => f !== undefined);
  expect(formulas).toEqual([]);
  return xlsx.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: "" });
}

/** The cells of a column. */
export function column({ columns, rows }: CsvFile, name: string): string[] {
  const index = columns.indexOf(name);
  expect(index, `the column ${name} of ${columns.join(", ")}`).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[index] ?? "");
}
