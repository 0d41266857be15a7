import type { Call, List } from "./index.js";
import type { Operations } from "./platform.js";

/** A value whose fields may be left out: the fake platform completes it with empty ones. */
export type Partially<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly Partially<Item>[]
    : { readonly [Name in keyof Value]?: Partially<Value[Name]> | undefined };

/** A request that the fake platform got. */
export interface FakeRequest {
  /** The method that was called, such as `runs.submit`. */
  method: string;
  /** The id in the path, if the method has one. */
  id: string | undefined;
  /** The parameters. */
  query: { get(name: string): string | null; getAll(name: string): string[] };
  /** The body. `undefined` when there is none. */
  body: any;
}

/**
 * What a method answers: its value. For a list all its items, or an object with these `items` and the other fields of its pages. A
 * `Response` is sent as it is, such as that of an error.
 */
type Answer<Method> = Method extends (...values: any[]) => Call<infer Data>
  ? Partially<Data> | ResponseOfEnvironment | void
  : Method extends (...values: any[]) => List<infer Item, infer More>
    ? readonly Partially<Item>[] | ({ readonly items: readonly Partially<Item>[] } & Partially<More>) | ResponseOfEnvironment
    : never;

type ResponseOfEnvironment = typeof globalThis extends { Response: { prototype: infer Type } } ? Type : never;

type Reply<Method> = Answer<Method> | ((request: FakeRequest) => Answer<Method> | Promise<Answer<Method>>);

/** The answers of methods by their names, such as `{ "models.list": { models: [{ code: "CHATGPT" }] } }`. */
export type FakeReplies = {
  [Name in { [Noun in keyof Operations]: `${Noun}.${Exclude<keyof Operations[Noun], "watch"> & string}` }[keyof Operations]]?:
    Name extends `${infer Noun extends keyof Operations}.${infer Verb}`
      ? Verb extends keyof Operations[Noun] ? Reply<Operations[Noun][Verb]> : never
      : never;
};

/** A platform that answers without a network. */
export interface FakePlatform {
  /** The address for `connect`. */
  readonly baseUrl: string;
  /** The `fetch` for `connect`. */
  readonly fetch: (request: any) => Promise<any>;
  /** The requests so far, in their order. */
  readonly requests: FakeRequest[];
}

/**
 * Returns a platform for tests. A method without a reply answers with empty values, and a list with no items. A run or an analysis
 * has ended unless its reply has another `status`. A reply that the types do not allow fails the call, with a message that names the field.
 */
export declare function fakePlatform(replies?: FakeReplies): FakePlatform;
