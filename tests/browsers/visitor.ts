import { expect } from "@playwright/test";
import { By, error, Key, type WebDriver, type WebElement } from "selenium-webdriver";

/** The elements of a role, in the words of CSS. */
const ROLES = {
  application: "[role=application]",
  button: "button",
  checkbox: "input[type=checkbox]",
  combobox: "select",
  group: "fieldset, [role=group]",
  heading: "h1, h2, h3",
  link: "a[href]",
  navigation: "nav",
  region: "section, [role=region]",
  textbox: "input:not([type=checkbox], [type=hidden], [type=radio]), textarea",
} as const;

export type Role = keyof typeof ROLES;

/** A name, or what it matches. */
type Name = string | RegExp;

/** A person who uses the console: finds elements by role and accessible name, and waits until they are there. */
export class Visitor {
  constructor(private readonly driver: WebDriver) {}

  async open(url: string): Promise<void> {
    await this.driver.get(url);
  }

  /** The first visible element of a role with a name. */
  async find(role: Role, name: Name, within = "body"): Promise<WebElement> {
    let elements: [string, WebElement][] = [];
    const names = async () => {
      elements = await this.elements(role, within);
      return elements.map(([name]) => name);
    };
    const wanted = typeof name === "string" ? name : expect.stringMatching(name);
    await expect.poll(names, { message: `${role} ${name}`, timeout: 30_000 }).toContainEqual(wanted);
    const [, found] = elements.find(([one]) => (typeof name === "string" ? one === name : name.test(one))) ?? [];
    return found as WebElement;
  }

  async press(role: Role, name: Name, within?: string): Promise<void> {
    await (await this.find(role, name, within)).click();
  }

  async fill(name: Name, text: string, within?: string): Promise<void> {
    await (await this.find("textbox", name, within)).sendKeys(text.replaceAll("\n", Key.ENTER));
  }

  async choose(name: Name, option: string): Promise<void> {
    const select = await this.find("combobox", name);
    await select.findElement(By.xpath(`option[normalize-space() = "${option}"]`)).click();
  }

  /** Presses a key where the focus is. */
  async key(key: keyof typeof Key): Promise<void> {
    await this.driver.switchTo().activeElement().sendKeys(Key[key] as string);
  }

  /** The text of the page, or of the elements that a selector finds. */
  async text(selector = "body"): Promise<string> {
    return this.driver.executeScript<string>(
      "return [...document.querySelectorAll(arguments[0])].map(element => element.innerText).join('\\n')",
      selector,
    );
  }

  /** The visible elements of a role, with their accessible names. */
  private async elements(role: Role, within: string): Promise<[string, WebElement][]> {
    const named: [string, WebElement][] = [];
    try {
      for (const element of await this.driver.findElements(By.css(`:is(${within}) :is(${ROLES[role]})`))) {
        if (await element.isDisplayed()) named.push([(await element.getAccessibleName()).trim(), element]);
      }
    } catch (failure) {
      // The page has changed meanwhile.
      if (!(failure instanceof error.WebDriverError)) throw failure;
    }
    return named;
  }
}
