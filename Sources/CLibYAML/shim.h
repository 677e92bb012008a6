// The system's libyaml, without wrapper code.
#include <yaml.h>
