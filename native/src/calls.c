/* The replaceable table of the test build; no part of the library that users get. */
#include "calls.h"

#define HF_CALL(result, name, parameters, arguments) .name = name,
const struct hf_calls hf_direct_calls = {
#include "calls.def"
};
struct hf_calls hf_test_calls = {
#include "calls.def"
};
#undef HF_CALL
