/* Putting what the hub has to say into messages of the wire. All of a table's news go through
 * tell_event(), so a viewer is told what junqi_table_event_for() lets through and nothing else. */
#ifndef SERVER_TELL_H
#define SERVER_TELL_H

#include "junqi/table.h"
#include "out.h"

/* Each starts `o` over. `re` as in out_message(). Seats other than a..d are written as null. */

void tell_event(out *o, const char *id, const junqi_table *table, const junqi_table_event *event,
                junqi_seat viewer);
void tell_joined(out *o, int64_t re, const char *id, const junqi_table *table, junqi_seat viewer);

void tell_live(out *o, const char *id, const junqi_table *table, const junqi_table_clock *clock);
void tell_error(out *o, int64_t re, const junqi_error *error);

/* Fields inside a message that is begun. */
void tell_seat(out *o, const char *key, junqi_seat seat);
void tell_clause(out *o, junqi_score_clause clause); /* its id, and why in words */
/* "options": all of the variant's, or those that differ from the default. */
void tell_options(out *o, const junqi_rules *rules, bool differing);
void tell_settings(out *o, const junqi_settings *settings); /* "settings" */

const char *tell_state(junqi_table_state state);
const char *tell_who(junqi_table_who who);

#endif
