/* What every test of the rules room includes: cmocka with the headers it needs before it. */
#ifndef RULES_TEST_H
#define RULES_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
