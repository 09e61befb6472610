// Which field of a form a fault of the server belongs to.
import type { ApiFault } from '../net/api';
import { bilingual } from '../lib/bilingual';
import { t } from './texts';

/** Fields by what is wrong, where the server does not say it. */
const FIELD_OF: Record<string, string[]> = {
  name_taken: ['name'],
  login_wrong: ['password'],
  password_wrong: ['old', 'password'],
};

/** Fields in which a password is chosen: the server counts bytes, people count characters. */
const PASSWORDS = ['password', 'new'];

export interface FieldFault {
  /** Null: the whole form. */
  field: string | null;
  text: string;
}

/** `fields` are those of the form. */
export function faultOf(fault: ApiFault | null, fields: readonly string[]): FieldFault {
  if (!fault) return { field: null, text: t('offline') };
  const candidates = [...(fault.where ? [fault.where] : []), ...(FIELD_OF[fault.code] ?? [])];
  const field = candidates.find((one) => fields.includes(one)) ?? null;
  const length = fault.code === 'message_length' && field !== null && PASSWORDS.includes(field);
  return { field, text: length ? t('passwordLength') : bilingual(fault) };
}
