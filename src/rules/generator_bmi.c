/* The move generator for x86-64 processors with POPCNT, BMI1 and BMI2; the build gives this file
 * the flags. Empty elsewhere. */
#ifdef __BMI2__
#define INSTANCE(name) name##_bmi
#include "generator.h"
#else
typedef int rules_no_bmi_here;
#endif
