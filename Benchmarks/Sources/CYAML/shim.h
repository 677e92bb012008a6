// The system's libyaml, for the peer: the manifests' own module of it is no product of the package.
#include <yaml.h>
