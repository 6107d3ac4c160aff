import { StartError } from '../lifecycle/StartError';
import { readSecretFiles } from './readSecretFiles';
import { requirePublicUrl } from './requirePublicUrl';

interface SettingNames {
  /** Variables that can come from files. Messages do not repeat their values. */
  readonly secrets: readonly string[];
  /** Variables for which an empty string is a value. Any other empty variable counts as unset. */
  readonly mayBeEmpty: readonly string[];
}

const MAX_PORT = 65_535;
const choices = new Intl.ListFormat('en', { type: 'disjunction' });
const toStartError = (sentence: string): StartError => new StartError(sentence);

/**
 * Reads a server's settings from environment variables. The readers return undefined for an unset variable, so that its
 * default stands beside its name: `settings.readPort('PORT') ?? 3_000`. They throw a `StartError` with one sentence
 * that names the variable if its value is wrong.
 */
export class Settings {
  readonly production: boolean;
  readonly #values: ReadonlyMap<string, string | undefined>;
  readonly #secrets: readonly string[];

  /** @throws {StartError} if a secret's file cannot be read, or PUBLIC_URL and NODE_ENV do not match. */
  constructor(given: NodeJS.ProcessEnv, { secrets, mayBeEmpty }: SettingNames) {
    const environment = readSecretFiles(given, secrets, toStartError);
    requirePublicUrl(environment, toStartError);
    this.production = environment['NODE_ENV'] === 'production';
    this.#values = new Map(
      Object.entries(environment).filter(([name, value]) => value !== '' || mayBeEmpty.includes(name)),
    );
    this.#secrets = secrets;
  }

  readText(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** Reads a list separated by commas or, as in files, by line breaks. */
  readList(name: string): string[] {
    const items = this.readText(name)?.split(/[,\n]/) ?? [];
    return items.map((item) => item.trim()).filter((item) => item !== '');
  }

  readUrl(name: string): string | undefined {
    return this.#parse(name, 'a URL', (text) => (URL.canParse(text) ? text : undefined));
  }

  readChoice<const Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const expected = choices.format(words.map((word) => `"${word}"`));
    return this.#parse(name, expected, (text) => words.find((word) => word === text));
  }

  readSwitch(name: string): boolean | undefined {
    const word = this.readChoice(name, ['on', 'off']);
    return word && word === 'on';
  }

  readPort(name: string): number | undefined {
    return this.#parseNumber(name, 'a port number', (port) => Number.isInteger(port) && port <= MAX_PORT);
  }

  readWholeNumber(name: string): number | undefined {
    return this.#parseNumber(name, 'a whole number', Number.isInteger);
  }

  readMilliseconds(name: string): number | undefined {
    return this.#parseNumber(name, 'a whole number of milliseconds', Number.isInteger);
  }

  readNumber(name: string): number | undefined {
    return this.#parseNumber(name, 'a number', Number.isFinite);
  }

  #parseNumber(name: string, expected: string, isValid: (value: number) => boolean): number | undefined {
    return this.#parse(name, expected, (text) => {
      const value = Number(text);
      return value >= 0 && isValid(value) ? value : undefined;
    });
  }

  #parse<T>(name: string, expected: string, parse: (text: string) => T | undefined): T | undefined {
    const text = this.readText(name);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw new StartError(`${name} must be ${expected}${this.#secrets.includes(name) ? '' : `, not "${text}"`}.`);
  }
}
