/* The move generator for any processor. */
#define INSTANCE(name) name##_any
#include "generator.h"
