// Words of a reader's habits, which stand in the settings and at the table.
import { area } from '../i18n/area';

export const habits = area({
  en: {
    confirmMove: 'Confirm every move',
    helper: 'Show what is proved',
    helperAbout: 'What follows for certain from the moves seen so far stands on hidden pieces.',
  },
  'zh-Hans': {
    confirmMove: '走棋先确认',
    helper: '显示已知推断',
    helperAbout: '由走过的棋必然得出的结论，直接写在暗子上。',
  },
  'zh-Hant': {
    confirmMove: '走棋先確認',
    helper: '顯示已知推斷',
    helperAbout: '由走過的棋必然得出的結論，直接寫在暗子上。',
  },
});
