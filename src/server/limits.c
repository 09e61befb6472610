/* What there may be and how often, where the operator says nothing else. Those that a client should
 * know are declared in proto/messages.json; what is counted, and where, is known by those who ask.
 */
#include "junqi/server.h"

#include "hub.h"
#include "wire_table.h"

static const junqi_limit_info limits[JUNQI_LIMITS] = {
    [JUNQI_LIMIT_CONNECTIONS] = {"connections", 1, 1000000, WIRE_MAX_CONNECTIONS},
    [JUNQI_LIMIT_ADDRESS_CONNECTIONS] = {"address_connections", 1, 1000000,
                                         WIRE_MAX_CONNECTIONS_PER_ADDRESS},
    [JUNQI_LIMIT_MESSAGES] = {"messages", 1, 100000, WIRE_MAX_MESSAGES_PER_SECOND},
    [JUNQI_LIMIT_MESSAGE_BURST] = {"message_burst", 1, 100000, WIRE_MAX_MESSAGE_BURST},
    [JUNQI_LIMIT_TABLES] = {"tables", 1, 1000000, WIRE_MAX_TABLES},
    [JUNQI_LIMIT_ADDRESS_TABLES] = {"address_tables", 1, 1000000, WIRE_MAX_ADDRESS_TABLES},
    [JUNQI_LIMIT_ACCOUNT_TABLES] = {"account_tables", 1, HUB_OWN_TABLES, WIRE_MAX_SESSION_TABLES},
};

static const struct {
  const char *name;
  junqi_rate fallback;
} rates[JUNQI_RATES] = {
    [JUNQI_RATE_GUESTS] = {"guests", {100, 5000}},
    [JUNQI_RATE_REGISTRATIONS] = {"registrations", {20, 60000}},
    [JUNQI_RATE_LOGINS] = {"logins", {20, 6000}},
    [JUNQI_RATE_ACCOUNT_LOGINS] = {"account_logins", {10, 30000}},
    [JUNQI_RATE_OWN_PASSWORDS] = {"own_passwords", {10, 30000}},
    [JUNQI_RATE_RENAMES] = {"renames", {3, 8 * 3600 * 1000}},
    [JUNQI_RATE_EXPORTS] = {"exports", {5, 60000}},
    [JUNQI_RATE_BOTS] = {"bots", {200, 20}},
    [JUNQI_RATE_RETOLD] = {"retold", {6000, 10}},
    [JUNQI_RATE_ACCOUNT_RETOLD] = {"account_retold", {600, 100}},
    [JUNQI_RATE_WRITTEN] = {"written", {20000, 10}},
    [JUNQI_RATE_ACCOUNT_WRITTEN] = {"account_written", {4000, 50}},
};

const junqi_limit_info *junqi_limit_about(junqi_server_limit limit) {
  return &limits[limit];
}

const char *junqi_rate_name(junqi_server_rate rate) {
  return rates[rate].name;
}

junqi_server_limits junqi_server_limits_default(void) {
  junqi_server_limits all;
  for (unsigned i = 0; i < JUNQI_LIMITS; i++)
    all.most[i] = limits[i].fallback;
  for (unsigned i = 0; i < JUNQI_RATES; i++)
    all.rate[i] = rates[i].fallback;
  return all;
}
