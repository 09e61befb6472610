/* See answer.h. */
#include "answer.h"

#include <stdio.h>
#include <string.h>

#define RETRY_AFTER "5" /* s, where the error does not say */

void answer_put(answer *a, const char *name, const char *value) {
  if (a->count < ANSWER_HEADERS) a->header[a->count++] = (struct junqi_net_header){name, value};
}

void answer_cookie(answer *a, const char *token, bool secure) {
  session_cookie(token, secure, a->cookie);
  answer_put(a, "Set-Cookie", a->cookie);
}

void answer_device(answer *a, bool secure) {
  session_device_cookie(secure, a->device);
  answer_put(a, "Set-Cookie", a->device);
}

/* Sent with everything. The page's WebAssembly has to be compiled, and Svelte sets style
 * attributes; apart from that nothing but the page's own files is let in, and nobody frames it. */
static void put_security(answer *a) {
  answer_put(a, "Content-Security-Policy",
             "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
             "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
             "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'");
  answer_put(a, "X-Content-Type-Options", "nosniff");
  answer_put(a, "Referrer-Policy", "same-origin");
  answer_put(a, "Cross-Origin-Opener-Policy", "same-origin");
  answer_put(a, "Cross-Origin-Resource-Policy", "same-origin");
}

void answer_send(struct junqi_net_request *request, answer *a, int status, const void *body,
                 size_t length, bool lasting) {
  put_security(a);
  const struct junqi_net_response response = {status, a->header, a->count, length ? body : NULL,
                                              length, lasting};
  junqi_net_respond(request, &response);
}

static void send_fresh(struct junqi_net_request *request, answer *a, int status, const char *type,
                       const char *text, size_t length) {
  answer_put(a, "Content-Type", type);
  answer_put(a, "Cache-Control", "no-store");
  answer_send(request, a, status, text, length, false);
}

void answer_text(struct junqi_net_request *request, answer *a, int status, const char *type,
                 const char *text) {
  send_fresh(request, a, status, type, text, strlen(text));
}

void answer_json(struct junqi_net_request *request, answer *a, int status, const out *body) {
  send_fresh(request, a, status, "application/json", body->text, body->length);
}

void answer_fault(out *body, const junqi_error *error) {
  char text[512];
  out_open(body, NULL, '{');
  out_text(body, "code", junqi_code_name(error->code));
  if (*error->where) out_text(body, "where", error->where);
  junqi_error_text(error, JUNQI_ENGLISH, text, sizeof text);
  out_text(body, "en", text);
  junqi_error_text(error, JUNQI_CHINESE, text, sizeof text);
  out_text(body, "zh", text);
  out_close(body, '}');
}

void answer_later(answer *a, int status, const junqi_error *error) {
  if (status != 429 && status != 503) return;
  answer_put(a, "Retry-After", error->code == JUNQI_E_TOO_MANY ? error->wanted : RETRY_AFTER);
}

void answer_error(struct junqi_net_request *request, answer *a, int status,
                  const junqi_error *error) {
  out body = {0};
  answer_fault(&body, error);
  answer_later(a, status, error);
  answer_json(request, a, status, &body);
  out_free(&body);
}

void answer_problem(struct junqi_net_request *request, answer *a, int status, const char *english,
                    const char *chinese) {
  char page[1024];
  snprintf(page, sizeof page,
           "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width\">\n<title>%d · junqi</title>\n"
           "<h1>%d</h1>\n<p>%s</p>\n<p lang=\"zh\">%s</p>\n<p><a href=\"/\">junqi 军棋</a></p>\n",
           status, status, english, chinese);
  answer_text(request, a, status, "text/html; charset=utf-8", page);
}
