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

/** Fields in which a password is chosen. The server counts bytes, people count characters. */
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
  if (fault.code !== 'message_length' || field === null) return { field, text: bilingual(fault) };
  return { field, text: t(PASSWORDS.includes(field) ? 'passwordLength' : 'textLength') };
}
