/* The text of every statement. Not the schema (schema.c) and no meaning. */
#include "statements.h"

/* All statements about tables give the same columns, those that tables.c reads. */
#define TABLE_COLUMNS                                                                              \
  "t.no, t.id, t.created, t.finished IS NOT NULL, coalesce(t.finished, 0), t.header,"              \
  " (SELECT coalesce(max(seq), 0) FROM events WHERE table_no = t.no)"

/* Columns and conditions that several statements share. Leaderboards use the conditions of the
 * indexes in schema.c word by word, or SQLite would not use those. */
#define ACCOUNT_COLUMNS                                                                            \
  "id, name, password, role, created, registered, deleted, muted_until, banned_until, ban_reason"
#define SESSION_COLUMNS "hash, account, created, seen, expires, device, address"
#define TOKEN_COLUMNS "hash, account, label, created, used, revoked"
#define MARK_COLUMNS "no, kind, table_id, low, high, time"
#define GAME_COLUMNS                                                                               \
  "t.no, t.id, g.ended, g.started, g.variant, g.reason, g.scored, g.plies, g.options, g.public"
#define STANDING_COLUMNS                                                                           \
  "a.id, s.variant, a.name, s.score, s.won, s.drawn, s.lost, s.escapes, s.rating, s.deviation,"    \
  " s.volatility, s.rated, s.rated_games"
#define DAY_AFTER(time) "(" time " / 86400000 + 1) * 86400000"
#define ON_SCORES "s.listed = 1 AND s.won + s.drawn + s.lost > 0"
#define ON_RATINGS "s.listed = 1 AND s.rated_games > 0"

static const char *const texts[STORE_SQL_STATEMENTS] = {
    [STORE_SQL_BEGIN] = "BEGIN IMMEDIATE",
    [STORE_SQL_COMMIT] = "COMMIT",
    [STORE_SQL_ROLLBACK] = "ROLLBACK",
    [STORE_SQL_TABLE_STATE] = "SELECT no, finished IS NOT NULL,"
                              " (SELECT coalesce(max(seq), 0) FROM events WHERE table_no = no)"
                              " FROM tables WHERE id = ?",
    [STORE_SQL_ADD_TABLE] = "INSERT INTO tables (id, created, header) VALUES (?, ?, ?)",
    [STORE_SQL_SET_HEADER] = "UPDATE tables SET header = ? WHERE no = ?",
    [STORE_SQL_ADD_EVENT] =
        "INSERT INTO events (table_no, seq, time, kind, body) VALUES (?, ?, ?, ?, ?)",
    [STORE_SQL_ADD_OWNER] = "INSERT OR IGNORE INTO owners (table_no, owner) VALUES (?, ?)",
    [STORE_SQL_FINISH_TABLE] = "UPDATE tables SET finished = ? WHERE no = ?",
    [STORE_SQL_LIST_FINISHED] = "INSERT INTO finished (owner, finished, table_no)"
                                " SELECT owner, ?, table_no FROM owners WHERE table_no = ?",
    [STORE_SQL_UNFINISHED_TABLES] =
        "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.finished IS NULL ORDER BY t.no",
    [STORE_SQL_ONE_TABLE] = "SELECT " TABLE_COLUMNS " FROM tables t WHERE t.id = ?",
    [STORE_SQL_FINISHED_FIRST_PAGE] =
        "SELECT " TABLE_COLUMNS " FROM finished f JOIN tables t ON t.no = f.table_no"
        " WHERE f.owner = ?1 ORDER BY f.finished DESC, f.table_no DESC LIMIT ?2",
    [STORE_SQL_FINISHED_NEXT_PAGE] =
        "SELECT " TABLE_COLUMNS " FROM finished f JOIN tables t ON t.no = f.table_no"
        " WHERE f.owner = ?1 AND (f.finished, f.table_no) <"
        " (?3, (SELECT no FROM tables WHERE id = ?4))"
        " ORDER BY f.finished DESC, f.table_no DESC LIMIT ?2",
    [STORE_SQL_EVENTS_AFTER] = "SELECT seq, time, kind, body FROM events"
                               " WHERE table_no = ? AND seq > ? ORDER BY seq",
    [STORE_SQL_COUNT_OTHER_LAYOUTS] = "SELECT count(*) FROM layouts WHERE owner = ? AND name <> ?",
    [STORE_SQL_PUT_LAYOUT] =
        "INSERT OR REPLACE INTO layouts (owner, name, saved, text) VALUES (?, ?, ?, ?)",
    [STORE_SQL_DELETE_LAYOUT] = "DELETE FROM layouts WHERE owner = ? AND name = ?",
    [STORE_SQL_GET_LAYOUT] = "SELECT name, saved, text FROM layouts WHERE owner = ? AND name = ?",
    [STORE_SQL_EACH_LAYOUT] = "SELECT name, saved, text FROM layouts WHERE owner = ? ORDER BY name",
    [STORE_SQL_ACCOUNT_STATE] =
        "SELECT CASE WHEN deleted <> 0 THEN 1 WHEN name_key IS NULL THEN 2 ELSE 3 END"
        " FROM accounts WHERE id = ?1",
    [STORE_SQL_ADD_GUEST] = "INSERT INTO accounts (id, created) VALUES (?1, ?2)",
    /* Who else has the name, or had it less than JUNQI_STORE_NAME_DAYS ago. */
    [STORE_SQL_NAME_HOLDER] =
        "SELECT id FROM accounts WHERE name_key = ?2 AND id <> ?1 UNION ALL SELECT account FROM"
        " names WHERE name_key = ?2 AND account <> ?1 AND until > ?5 - ?6 LIMIT 1",
    [STORE_SQL_REGISTER] =
        "INSERT INTO accounts (id, name_key, name, password, created, registered)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (id) DO UPDATE SET name_key ="
        " ?2, name = ?3, password = ?4, registered = ?5",
    [STORE_SQL_LIST_STANDINGS] = "UPDATE standings SET listed = 1 WHERE account = ?1",
    [STORE_SQL_KEEP_NAME] =
        "INSERT INTO names (account, name, until, name_key) SELECT id, name, ?5, name_key FROM"
        " accounts WHERE id = ?1",
    [STORE_SQL_TRIM_NAMES] =
        "DELETE FROM names WHERE account = ?1 AND no <= (SELECT no FROM names WHERE"
        " account = ?1 ORDER BY no DESC LIMIT 1 OFFSET ?4)",
    [STORE_SQL_RENAME] = "UPDATE accounts SET name_key = ?2, name = ?3 WHERE id = ?1",
    [STORE_SQL_SET_PASSWORD] =
        "UPDATE accounts SET password = ?3 WHERE id = ?1 AND name_key IS NOT NULL",
    [STORE_SQL_SET_ROLE] = "UPDATE accounts SET role = ?2 WHERE id = ?1 AND name_key IS NOT NULL",
    [STORE_SQL_MUTE] = "UPDATE accounts SET muted_until = ?2 WHERE id = ?1 AND deleted = 0",
    [STORE_SQL_BAN] = "UPDATE accounts SET banned_until = ?2, ban_reason = ?3 WHERE id = ?1 AND"
                      " deleted = 0",
    [STORE_SQL_DROP_LAYOUTS] = "DELETE FROM layouts WHERE owner = ?3",
    [STORE_SQL_DROP_OWNER] =
        "DELETE FROM owners WHERE owner = ?3 AND table_no IN (SELECT table_no FROM"
        " finished WHERE owner = ?3 UNION ALL SELECT no FROM tables WHERE finished IS"
        " NULL)",
    [STORE_SQL_DROP_FINISHED] = "DELETE FROM finished WHERE owner = ?3",
    /* A name that its account took into the grave is nobody's, so of account 0: its key and a day.
     */
    [STORE_SQL_RESERVE_NAME] =
        "INSERT INTO names (account, name, until, name_key) SELECT 0, '', " DAY_AFTER(
            "?2") ", name_key FROM accounts WHERE id = ?1 AND name_key IS NOT NULL",
    [STORE_SQL_RESERVE_NAMES] = "UPDATE names SET account = 0, name = '', until = " DAY_AFTER(
        "until") " WHERE account = ?1 AND name_key <> '' AND until > ?2 - ?4",
    [STORE_SQL_DROP_NAMES] = "DELETE FROM names WHERE account = ?1",
    [STORE_SQL_DROP_SESSIONS] = "DELETE FROM sessions WHERE account = ?1",
    [STORE_SQL_DROP_TOKENS] = "DELETE FROM tokens WHERE account = ?1",
    [STORE_SQL_DROP_MARKS] = "DELETE FROM marks WHERE low = ?1 OR high = ?1",
    [STORE_SQL_DROP_PLAYED] = "DELETE FROM played WHERE account = ?1",
    [STORE_SQL_DROP_STANDINGS] = "DELETE FROM standings WHERE account = ?1",
    [STORE_SQL_DROP_CHANGES] = "DELETE FROM changes WHERE account = ?1",
    [STORE_SQL_BURY] = "UPDATE accounts SET name = '', name_key = NULL, password = '', role = 0,"
                       " created = 0, registered = 0, deleted = ?2, muted_until = 0, banned_until ="
                       " 0, ban_reason = '' WHERE id = ?1",
    [STORE_SQL_FREE_NAMES] = "DELETE FROM names WHERE account = 0 AND until <= ?1 - ?2",
    [STORE_SQL_FORGET_GUESTS] =
        "DELETE FROM accounts AS a WHERE id >= ?1 AND id <= ?2 AND created < ?3 AND name_key IS"
        " NULL AND deleted = 0 AND muted_until = 0 AND banned_until = 0"
        " AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account = a.id)"
        " AND NOT EXISTS (SELECT 1 FROM played p WHERE p.account = a.id)"
        " AND NOT EXISTS (SELECT 1 FROM finished f WHERE f.owner = printf('g%016x', a.id))"
        " AND NOT EXISTS (SELECT 1 FROM layouts l WHERE l.owner = printf('g%016x', a.id))",
    [STORE_SQL_GET_ACCOUNT] = "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE id = ?",
    [STORE_SQL_FIND_ACCOUNT] = "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE name_key = ?",
    [STORE_SQL_FIND_FORMER] =
        "SELECT " ACCOUNT_COLUMNS " FROM accounts WHERE id = (SELECT account FROM names WHERE"
        " name_key = ?1 AND until > ?2 - ?3 ORDER BY until DESC LIMIT 1)",
    [STORE_SQL_EACH_ACCOUNT] =
        "SELECT " ACCOUNT_COLUMNS
        " FROM accounts WHERE name_key IS NOT NULL AND id > ? ORDER BY id LIMIT ?",
    [STORE_SQL_EACH_NAME] = "SELECT name, until FROM names WHERE account = ? ORDER BY no",
    [STORE_SQL_SESSION_EXISTS] = "SELECT 1 FROM sessions WHERE hash = ?2",
    [STORE_SQL_ADD_SESSION] = "INSERT INTO sessions (account, hash, created, seen, expires, device,"
                              " address) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [STORE_SQL_TRIM_SESSIONS] =
        "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE account"
        " = ?1 AND hash <> ?2 ORDER BY seen DESC LIMIT -1 OFFSET ?8)",
    [STORE_SQL_TOUCH_SESSION] =
        "UPDATE sessions SET seen = ?2, expires = ?3, address = ?4 WHERE hash = ?1",
    [STORE_SQL_END_SESSION] = "DELETE FROM sessions WHERE account = ?1 AND hash = ?2",
    [STORE_SQL_END_SESSIONS] = "DELETE FROM sessions WHERE account = ?1 AND hash <> ?2",
    [STORE_SQL_EXPIRE_SESSIONS] =
        "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE expires"
        " <= ?1 LIMIT 1000)",
    [STORE_SQL_GET_SESSION] =
        "SELECT " SESSION_COLUMNS " FROM sessions WHERE hash = ? AND expires > ?",
    [STORE_SQL_EACH_SESSION] =
        "SELECT " SESSION_COLUMNS " FROM sessions WHERE account = ? ORDER BY seen DESC",
    [STORE_SQL_TOKEN_EXISTS] = "SELECT 1 FROM tokens WHERE hash = ?2",
    [STORE_SQL_COUNT_TOKENS] = "SELECT count(*) FROM tokens WHERE account = ?1 AND revoked = 0",
    [STORE_SQL_ADD_TOKEN] =
        "INSERT INTO tokens (account, hash, label, created) VALUES (?1, ?2, ?3, ?4)",
    [STORE_SQL_TRIM_TOKENS] =
        "DELETE FROM tokens WHERE hash IN (SELECT hash FROM tokens WHERE account = ?1"
        " AND revoked <> 0 ORDER BY revoked DESC LIMIT -1 OFFSET ?4)",
    [STORE_SQL_TOUCH_TOKEN] = "UPDATE tokens SET used = ?2 WHERE hash = ?1 AND revoked = 0",
    [STORE_SQL_REVOKE_TOKEN] =
        "UPDATE tokens SET revoked = ?3 WHERE account = ?1 AND hash = ?2 AND revoked"
        " = 0",
    [STORE_SQL_REVOKE_TOKENS] = "UPDATE tokens SET revoked = ?5 WHERE account = ?1 AND revoked = 0",
    [STORE_SQL_GET_TOKEN] = "SELECT " TOKEN_COLUMNS " FROM tokens WHERE hash = ?",
    [STORE_SQL_EACH_TOKEN] =
        "SELECT " TOKEN_COLUMNS " FROM tokens WHERE account = ? ORDER BY created",
    [STORE_SQL_ADD_MARK] =
        "INSERT OR IGNORE INTO marks (table_id, kind, low, high, time) VALUES (?1,"
        " ?2, ?3, ?4, ?5)",
    [STORE_SQL_EACH_MARK] =
        "SELECT " MARK_COLUMNS " FROM marks WHERE no < ?1 ORDER BY no DESC LIMIT ?2",
    [STORE_SQL_EACH_MARK_OF] =
        "SELECT " MARK_COLUMNS
        " FROM marks WHERE low = ?3 AND no < ?1 UNION ALL SELECT " MARK_COLUMNS
        " FROM marks WHERE high = ?3 AND no < ?1 ORDER BY no DESC LIMIT ?2",
    [STORE_SQL_ADD_GAME] =
        "INSERT INTO games (table_no, ended, started, variant, reason, scored, plies,"
        " options, public) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [STORE_SQL_ADD_SEAT] =
        "INSERT INTO seats (table_no, seat, account, level, outcome, escaped) VALUES"
        " (?, ?, ?, ?, ?, ?)",
    [STORE_SQL_ADD_PLAYED] =
        "INSERT OR IGNORE INTO played (account, ended, table_no, variant, outcome)"
        " VALUES (?, ?, ?, ?, ?)",
    [STORE_SQL_GET_STANDING] =
        "SELECT " STANDING_COLUMNS
        " FROM accounts a LEFT JOIN standings s ON s.account = a.id AND s.variant ="
        " ?2 WHERE a.id = ?1 AND a.deleted = 0",
    [STORE_SQL_PUT_STANDING] =
        "INSERT OR REPLACE INTO standings (account, variant, score, won, drawn, lost,"
        " escapes, rating, deviation, volatility, rated, rated_games, listed) SELECT"
        " id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, name_key IS NOT NULL"
        " FROM accounts WHERE id = ?1",
    [STORE_SQL_ADD_CHANGE] =
        "INSERT INTO changes (account, no, variant, clause, points, before, time,"
        " table_no) VALUES (?1, (SELECT coalesce(max(no), 0) + 1 FROM changes WHERE"
        " account = ?1), ?2, ?3, ?4, ?5, ?6, ?7)",
    [STORE_SQL_GET_GAME] =
        "SELECT " GAME_COLUMNS " FROM tables t JOIN games g ON g.table_no = t.no WHERE t.id = ?",
    [STORE_SQL_EACH_GAME] =
        "SELECT " GAME_COLUMNS
        " FROM played p CROSS JOIN games g ON g.table_no = p.table_no CROSS JOIN"
        " tables t ON t.no = p.table_no WHERE p.account = ?1 AND p.ended >= ?2 AND"
        " p.ended <= ?3 AND (?4 < 0 OR p.variant = ?4) AND (?5 < 0 OR p.outcome = ?5)"
        " AND (?6 = 0 OR EXISTS (SELECT 1 FROM seats s WHERE s.table_no = p.table_no"
        " AND s.account = ?6)) AND (?7 = '' OR (p.ended, p.table_no) < (?8, (SELECT"
        " no FROM tables WHERE id = ?7))) AND (?10 = 0 OR g.public = 1)"
        " ORDER BY p.ended DESC, p.table_no DESC"
        " LIMIT ?9",
    [STORE_SQL_EACH_SEAT] =
        "SELECT s.account, s.level, s.outcome, s.escaped, coalesce(a.name, '') FROM"
        " seats s LEFT JOIN accounts a ON a.id = s.account WHERE s.table_no = ? ORDER"
        " BY s.seat",
    [STORE_SQL_EACH_STANDING] =
        "SELECT " STANDING_COLUMNS
        " FROM standings s CROSS JOIN accounts a ON a.id = s.account WHERE s.account"
        " = ? ORDER BY s.variant",
    [STORE_SQL_EACH_CHANGE] =
        "SELECT c.no, c.variant, c.clause, c.points, c.before, c.time, t.id FROM"
        " changes c CROSS JOIN tables t ON t.no = c.table_no WHERE c.account = ?1 AND"
        " c.no < ?2 AND (?3 < 0 OR c.variant = ?3) ORDER BY c.no DESC LIMIT ?4",
    [STORE_SQL_SCORE_LEADERS] =
        "SELECT " STANDING_COLUMNS
        " FROM standings s CROSS JOIN accounts a ON a.id = s.account WHERE " ON_SCORES
        " AND s.variant = ?1 AND (s.score, s.account) < (?2, ?3) ORDER BY s.score"
        " DESC, s.account DESC LIMIT ?4",
    [STORE_SQL_RATING_LEADERS] =
        "SELECT " STANDING_COLUMNS
        " FROM standings s CROSS JOIN accounts a ON a.id = s.account WHERE " ON_RATINGS
        " AND s.variant = ?1 AND (s.rating, s.account) < (?2, ?3) ORDER BY s.rating"
        " DESC, s.account DESC LIMIT ?4",
    [STORE_SQL_SCORE_RANK] =
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM standings s WHERE " ON_SCORES
        " AND s.variant = ?1 AND s.score > o.score LIMIT ?3)) FROM standings o WHERE"
        " o.account = ?2 AND o.variant = ?1 AND o.listed = 1 AND o.won + o.drawn +"
        " o.lost > 0",
    [STORE_SQL_RATING_RANK] =
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM standings s WHERE " ON_RATINGS
        " AND s.variant = ?1 AND s.rating > o.rating LIMIT ?3)) FROM standings o"
        " WHERE o.account = ?2 AND o.variant = ?1 AND o.listed = 1 AND o.rated_games"
        " > 0",
    [STORE_SQL_COUNT_TABLES] = "SELECT count(*) FROM tables",
    [STORE_SQL_COUNT_UNFINISHED] = "SELECT count(*) FROM tables WHERE finished IS NULL",
    [STORE_SQL_COUNT_EVENTS] = "SELECT count(*) FROM events",
    [STORE_SQL_COUNT_ACCOUNTS] = "SELECT count(*) FROM accounts WHERE deleted = 0",
};

const char *store_sql_text(store_sql sql) {
  return texts[sql];
}
