// What a reader chose for this browser: language, light, tile set, sound. Read once, written on
// every change; a choice that was never made follows the browser and the system.
import { chooseLanguage, type Language } from '../i18n/language';
import type { TileSet } from '../board/types';
import { recall, remember } from './storage';

export type Theme = 'system' | 'light' | 'dark';

interface Saved {
  language?: Language;
  theme?: Theme;
  tiles?: TileSet;
  sound?: boolean;
  confirmFlip?: boolean;
  confirmMove?: boolean;
  proved?: boolean;
}

const KEY = 'junqi.settings';
const LANGUAGES: Language[] = ['zh-Hans', 'zh-Hant', 'en'];
const THEMES: Theme[] = ['system', 'light', 'dark'];
export const TILE_SETS: TileSet[] = ['characters', 'traditional', 'numbers', 'icons'];

function oneOf<T>(list: readonly T[], value: unknown): T | undefined {
  return list.find((item) => item === value);
}

function readSaved(): Saved {
  const raw = (recall(KEY) ?? {}) as Record<string, unknown>;
  return {
    language: oneOf(LANGUAGES, raw.language),
    theme: oneOf(THEMES, raw.theme),
    tiles: oneOf(TILE_SETS, raw.tiles),
    sound: typeof raw.sound === 'boolean' ? raw.sound : undefined,
    confirmFlip: raw.confirmFlip === true,
    confirmMove: raw.confirmMove === true,
    proved: raw.proved === true,
  };
}

/** People who read no Chinese get pictures, readers of traditional characters theirs. */
function usualTiles(language: Language): TileSet {
  if (language === 'en') return 'icons';
  return language === 'zh-Hant' ? 'traditional' : 'characters';
}

class Settings {
  #saved = $state<Saved>(readSaved());

  get language(): Language {
    return this.#saved.language ?? chooseLanguage(navigator.languages ?? [navigator.language]);
  }
  set language(language: Language) {
    this.#change({ language });
  }

  get theme(): Theme {
    return this.#saved.theme ?? 'system';
  }
  set theme(theme: Theme) {
    this.#change({ theme });
  }

  get tiles(): TileSet {
    return this.#saved.tiles ?? usualTiles(this.language);
  }
  set tiles(tiles: TileSet) {
    this.#change({ tiles });
  }

  get sound(): boolean {
    return this.#saved.sound ?? true;
  }
  set sound(sound: boolean) {
    this.#change({ sound });
  }

  get confirmFlip(): boolean {
    return this.#saved.confirmFlip ?? false;
  }
  set confirmFlip(confirmFlip: boolean) {
    this.#change({ confirmFlip });
  }

  /** A move is played by a second tap on its destination. */
  get confirmMove(): boolean {
    return this.#saved.confirmMove ?? false;
  }
  set confirmMove(confirmMove: boolean) {
    this.#change({ confirmMove });
  }

  /** What is proved of hidden pieces stands on them. */
  get proved(): boolean {
    return this.#saved.proved ?? false;
  }
  set proved(proved: boolean) {
    this.#change({ proved });
  }

  #change(change: Saved) {
    this.#saved = { ...this.#saved, ...change };
    remember(KEY, this.#saved);
  }
}

export const settings = new Settings();

const dark = matchMedia('(prefers-color-scheme: dark)');
let systemDark = $state(dark.matches);
dark.addEventListener('change', (event) => (systemDark = event.matches));

/** Keeps the document's language and theme in step with the settings; call once, in a component. */
export function followSettings() {
  $effect(() => {
    document.documentElement.lang = settings.language;
  });
  $effect(() => {
    const night = settings.theme === 'dark' || (settings.theme === 'system' && systemDark);
    document.documentElement.dataset.theme = night ? 'dark' : 'light';
  });
}
