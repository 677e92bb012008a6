// The system's libyaml, as it is: no wrapper code of ours lives on this side.
#include <yaml.h>
