// The layouts that the server keeps for this session, as the editor asks for them.
import { app } from '../app/app.svelte';
import type { ErrorMessage } from '../generated/protocol';
import { t } from '../i18n/text.svelte';
import { bilingual } from '../lib/bilingual';
import type { Shelf } from './saved';

const words = (said: ErrorMessage | 'lost' | null) =>
  said === 'lost' ? t('notNow') : said && bilingual(said);

export const serverShelf: Shelf = {
  get items() {
    return app.layouts;
  },
  save: async (name, layout) => words(await app.saveLayout(name, layout)),
  remove: async (name) => words(await app.removeLayout(name)),
};
