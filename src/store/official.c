/* Names that would pass for the site itself, its staff, somebody without a name or the computer.
 * Not what a name may look like: that is names.c. */
#include "internal.h"

#include <string.h>

/* A name made of nothing but these is official: "Admin", "游客 7", "官方客服", "Junqi-Support". */
static const char *const words[] = {
    /* the site and its staff */
    "junqi",
    "admin",
    "administrator",
    "moderator",
    "mod",
    "gm",
    "gamemaster",
    "sysop",
    "root",
    "system",
    "server",
    "official",
    "staff",
    "owner",
    "support",
    "webmaster",
    "军棋",
    "軍棋",
    "管理员",
    "管理員",
    "系统",
    "系統",
    "服务器",
    "伺服器",
    "官方",
    "客服",
    "站长",
    "站長",
    "版主",
    "管理",
    /* what pages call people without a name, and the computer */
    "guest",
    "guests",
    "visitor",
    "anonymous",
    "nobody",
    "spectator",
    "you",
    "游客",
    "遊客",
    "访客",
    "訪客",
    "匿名",
    "旁观者",
    "旁觀者",
    "computer",
    "电脑",
    "電腦",
};

enum { WORDS = sizeof words / sizeof words[0] };

/* A text has at most as many characters as a name, so this ends soon. */
static bool is_made_of_words(const char *letters) {
  char word[STORE_NAME_KEY_SIZE];
  for (size_t i = 0; i < WORDS; i++) {
    size_t size = store_name_letters(words[i], true, word);
    if (strncmp(letters, word, size) == 0 && (!letters[size] || is_made_of_words(letters + size))) {
      return true;
    }
  }
  return false;
}

bool junqi_store_name_official(const char *name) {
  char letters[STORE_NAME_KEY_SIZE];
  if (junqi_store_name_check(name, NULL) != JUNQI_E_OK) {
    return false;
  }
  store_name_letters(name, true, letters); /* "officia1" */
  if (is_made_of_words(letters)) {
    return true;
  }
  store_name_letters(name, false, letters); /* "guest 21" */
  return is_made_of_words(letters);
}
