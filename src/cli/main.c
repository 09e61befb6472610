/* Entry of the `junqi` program: finds the subcommand, hands over, and sees that what was printed
 * has arrived. It does nothing else. */
#include "cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const struct cli_command cli_commands[] = {
    {"admin", "[--data DIRECTORY] COMMAND...",
     "look after the people of a server\n"
     "list [#AFTER]: 200 accounts; show NAME; marks [NAME]: accounts that shared an address or "
     "device at a table\n"
     "mute NAME DURATION, unmute NAME; ban NAME DURATION REASON, unban NAME\n"
     "role NAME admin|player; rename NAME NEW; password NAME: sets a new one, prints it and ends "
     "all sessions; delete NAME\n"
     "NAME may be #NUMBER, DURATION 30m, 12h, 7d or forever. A server that runs on the data does "
     "it at once.",
     "管理服务器上的用户\n"
     "list [#编号]：每次 200 个账号；show 名字；marks [名字]：同桌时共用地址或设备的账号\n"
     "mute 名字 时长、unmute 名字：禁言；ban 名字 时长 理由、unban 名字：封禁\n"
     "role 名字 admin|player；rename 名字 新名字；password 名字：设一个新密码并显示；delete 名字\n"
     "名字也可写 #编号，时长如 30m、12h、7d、forever。服务器正在运行时立即生效。",
     cli_admin},
    {"backup", "OUT [--data DIRECTORY]",
     "copy the data of a server, running or not, into a new file and check it",
     "把服务器（运行中亦可）的数据复制到新文件并检查", cli_backup},
    {"bench", "[TOPIC...] [--stockfish PATH] [--rounds N] [--json] | server [PART...] [--json]",
     "measure the speed of the rules, or of a server, on this machine\n"
     "Topics: playout, perft, make; without one, all. One core, CPU time, the best of --rounds "
     "(5).\n"
     "With --stockfish PATH its `go perft 6` runs in every round, and each figure is compared with "
     "it.\n"
     "server: starts servers of its own and plays on them; fails when anything is lost, told "
     "twice\n"
     "or not answered. Parts: idle, sockets, moves, past (joining finished games), restart; "
     "without\n"
     "one, all. Data are kept in TMPDIR meanwhile. [--variant dark|four|three] [--sockets N]\n"
     "[--games N] [--rate PLIES_A_SECOND] [--seconds N] [--restored GAMES] [--plies N]\n"
     "[--idle SECONDS] [--seed N]",
     "测量本机上规则库或服务器的速度\n"
     "项目：playout、perft、make；不写则全部。单核，按 CPU 时间，取 --rounds（5）轮最好。\n"
     "加 --stockfish PATH 时每轮同时运行它的 `go perft 6`，并给出比值。\n"
     "server：启动自己的服务器并在上面对局；有任何丢失、重复或未应答即失败。\n"
     "项目：idle、sockets、moves、past（进入已结束的对局）、restart；不写则全部。期间数据放在 "
     "TMPDIR。\n"
     "[--variant dark|four|three] [--sockets 连接数] [--games 局数] [--rate 每秒步数]\n"
     "[--seconds 秒] [--restored 局数] [--plies 步数] [--idle 秒] [--seed 种子]",
     cli_bench},
    {"check", "FILE... [--view SEAT|spectator] [--json]",
     "replay games (.jg, .jgs), check layouts (.jql, text)\n"
     "Prints a line for each good file, and on stderr the first fault of each bad one, with its "
     "line or offset.\n"
     "--view: the .jg files were seen through that seat's view.",
     "重放棋谱（.jg、.jgs），检查布局（.jql、文本）\n"
     "每个正确的文件一行；错误的文件在 stderr 给出第一处错误的行号或偏移。\n"
     "--view：这些 .jg 是某一方视角的棋谱。",
     cli_check},
    {"convert", "IN OUT",
     "convert a .jgs into a .jg, a .jql into text or back, a folder of .jql\n"
     "The end of a name tells its kind; OUT `-` is stdout. A folder IN gives OUT/name.txt for each "
     "IN/name.jql.\n"
     "A .jg as IN is written anew in canonical form.",
     "把 .jgs 转成 .jg，.jql 与文本互转，或整个 .jql 文件夹\n"
     "按文件名后缀判断种类；OUT 为 `-` 时写到 stdout。IN 是文件夹时，每个 IN/名字.jql 写成 "
     "OUT/名字.txt。\n"
     "IN 为 .jg 时按规范格式重写。",
     cli_convert},
    {"engine", "[--ccgc] [--level N] [--seed N] [--nodes N | --movetime MS]",
     "our player as an engine on standard input and output\n"
     "It speaks docs/engine-protocol.md, or with --ccgc the protocol of the Chinese Computer Games "
     "Championship.",
     "通过标准输入输出运行本程序的电脑棋手\n"
     "协议见 docs/engine-protocol.md；加 --ccgc 时使用中国计算机博弈大赛的协议。",
     cli_engine},
    {"help", "[COMMAND]", "show the commands, or all about one", "列出命令，或某个命令的用法",
     cli_help},
    {"layout", "check|convert|random|list ...",
     "check, convert, draw and list layouts\n"
     "check LAYOUT|FILE... [--variant V] [--option k=v]: legal by the rules of set-up?\n"
     "convert IN OUT: as `junqi convert`\n"
     "random [--seed N] [--count N] [--keep PARTIAL] [--variant V] [--option k=v]: legal layouts\n"
     "list [--json]: the ready-made ones",
     "检查、转换、随机生成、列出布局\n"
     "check 布局|文件... [--variant V] [--option k=v]：是否符合布阵规则\n"
     "convert IN OUT：同 `junqi convert`\n"
     "random [--seed N] [--count N] [--keep 部分布局] [--variant V] [--option k=v]：合法布局\n"
     "list [--json]：现成布局",
     cli_layout},
    {"match",
     "--a PLAYER --b PLAYER [--variant V] [--games N] [--movetime MS | --nodes N] [--sprt ELO0 "
     "ELO1] [--seed S] [--threads T] [--out DIR]",
     "play computer players against each other and measure them\n"
     "PLAYER: random, greedy, pimc:depth=D,worlds=W, brs:depth=D,worlds=W, expectimax:depth=D "
     "(flip), cheat:depth=D, "
     "junqi:level=N, engine:COMMAND, "
     "ccgc:COMMAND.\n"
     "Also [--preset P] [--option k=v]... [--own-layouts] [--quiet] [--time cpu|wall] [--margin "
     "MS] "
     "[--patience MS] [--clock SECONDS].\n"
     "Games come in units that cancel luck; --out writes each as a record. See "
     "docs/engine-protocol.md.",
     "让电脑棋手互相对局并测量强弱\n"
     "PLAYER：random、greedy、pimc:depth=D,worlds=W、brs:depth=D,worlds=W、expectimax:depth="
     "D（翻棋）"
     "、cheat:depth=D、junqi:"
     "level=N、engine:命令、"
     "ccgc:命令。\n"
     "另有 [--preset P] [--option k=v]... [--own-layouts] [--quiet] [--time cpu|wall] [--margin "
     "毫秒] [--patience 毫秒] [--clock 秒]。\n"
     "对局按抵消运气的单元进行；--out 把每局写成棋谱。见 docs/engine-protocol.md。",
     cli_match},
    {"moves", "POSITION [--json]",
     "list the legal plies of a position\n"
     "POSITION: a position text in one argument, or startpos VARIANT [key=value...] LAYOUT...\n"
     "(flip: startpos flip [key=value...] DEAL); a LAYOUT or DEAL may be random:SEED.",
     "列出局面的合法着法\n"
     "POSITION：一个参数写成的局面文本，或 startpos 玩法 [选项=值...] 布局...\n"
     "（翻棋：startpos flip [选项=值...] 发牌）；布局或发牌可写 random:种子。",
     cli_moves},
    {"options", "[VARIANT] [--json | --markdown]",
     "list the options of a game, their defaults and values", "列出对局选项、默认值与可用的值",
     cli_options},
    {"perft", "POSITION DEPTH [--divide] [--threads N] [--json]",
     "count the ply sequences of DEPTH plies\n"
     "--divide: for each first ply; then their total. POSITION: see `junqi help moves`.",
     "数出 DEPTH 步的所有走法\n"
     "--divide：按第一步分别列出，最后是总数。POSITION 见 `junqi help moves`。",
     cli_perft},
    {"random",
     "VARIANT --seed N [--events] [--preset P] [--option k=v]... [--first SEAT] [--plies N]",
     "play a random complete game and print its record\n"
     "The same words give the same game. --events: with forfeited turns, draw offers, resigning, "
     "escapes.",
     "随机下完一局并打印棋谱\n"
     "同样的参数得到同样的对局。--events：含超时、求和、认输、逃跑。\n"
     "--plies：走满这么多步还没结束就算和（20000）。",
     cli_random},
    {"score", "FILE [a=60,b=40...] [--computer] [--friendly] [--one-person] [--json]",
     "what a finished game changes in each seat's score, and why\n"
     "The scores before the game count for the option score_gate. The switches name games that do "
     "not score.",
     "一局结束后各方的分数变化及原因\n"
     "赛前分数用于选项 score_gate；三个开关表示不计分的对局。",
     cli_score},
    {"restore", "FILE [--data DIRECTORY]",
     "put a backup into a data directory that has none of its own",
     "把备份恢复到一个还没有数据的目录", cli_restore},
    {"serve", "[--config FILE] [--host ADDRESS] [--port NUMBER] [--data DIRECTORY] ...",
     "serve the game\n"
     "--config FILE: lines `key = value`; a flag stands above the file. Keys and flags: host, "
     "port, "
     "data,\n"
     "trusted-proxy ADDRESSES (whose X-Forwarded-For is believed), tls yes|no (all come through "
     "TLS),\n"
     "metrics-token TEXT (for /metrics from elsewhere), log error|warning|info|debug, threads N "
     "(computer players),\n"
     "limit-... (how much there may be of what; see docs/operations.md).\n"
     "--print-config: print the settings as such a file, and end.",
     "启动游戏服务器\n"
     "--config 文件：每行 `键 = 值`；命令行优先于文件。键与参数：host、port、data、\n"
     "trusted-proxy 地址（相信其 X-Forwarded-For）、tls yes|no（全部经过 TLS）、\n"
     "metrics-token 文字（从别处读取 /metrics）、log error|warning|info|debug、threads "
     "N（电脑棋手）、\n"
     "limit-...（各种上限；见 docs/operations.md）。\n"
     "--print-config：按这种文件格式打印设置后退出。",
     cli_serve},
    {"version", "", "show the version", "显示版本", cli_version},
    {"view", "POSITION SEAT|spectator",
     "what a seat may know of a position, as a position text\n"
     "POSITION: see `junqi help moves`.",
     "某一方能看到的局面\n"
     "POSITION 见 `junqi help moves`。",
     cli_view},
    {NULL, NULL, NULL, NULL, NULL},
};

const struct cli_command *cli_find(const char *name) {
  for (const struct cli_command *command = cli_commands; command->name; command++)
    if (strcmp(command->name, name) == 0) return command;
  return NULL;
}

/* The customary spellings of options that mean a subcommand. */
static const char *spelled(const char *word) {
  if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
  if (strcmp(word, "--version") == 0) return "version";
  return word;
}

/* Whoever keeps what is printed must not take half of it for all. */
static int printed(int status) {
  junqi_error error;
  errno = EIO; /* of what failed before now */
  if (status != CLI_OK || (fflush(stdout) == 0 && !ferror(stdout))) return status;
  cli_refused(&error, JUNQI_E_FILE_WRITE);
  return cli_complain_of("stdout", &error);
}

int main(int argc, char **argv) {
  if (argc < 2) return cli_misused(JUNQI_E_COMMAND_MISSING, "", "");
  const struct cli_command *command = cli_find(spelled(argv[1]));
  if (!command) return cli_misused(JUNQI_E_COMMAND_UNKNOWN, "", argv[1]);
  if (argc > 2 && *argv[1] != '-' && *argv[2] == '-' && strcmp(spelled(argv[2]), "help") == 0) {
    char *words[] = {argv[2], argv[1], NULL}; /* `junqi match --help` is `junqi help match` */
    return printed(cli_help(2, words));
  }
  return printed(command->run(argc - 1, argv + 1));
}
