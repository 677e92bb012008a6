import WaybillTable

/// What the routes of a file, or of a set, name and come to, so that most checks ask a few names and not every route.
///
/// Made file by file while the routes are at hand; a set's are those of its files together.
struct RouteUses: Sendable {
    private(set) var count = 0
    private(set) var modules: Set<String> = []
    /// How many routes carry a tag of their own.
    private(set) var tags: [String: Int] = [:]
    private(set) var presents = false
    private(set) var redirects = false
    /// Whether an id that was given is not all in lower case.
    private(set) var hasMixedIDs = false
    /// The sum of what the routes mean.
    private(set) var meaning = TextHash.zero

    init() {}

    init<Routes: RandomAccessCollection>(_ routes: Routes) where Routes.Element == Route, Routes.Index == Int {
        count = routes.count
        var run = 0
        for index in routes.indices {
            meaning.add(routes[index].meaning)
            presents = presents || routes[index].present != nil
            hasMixedIDs = hasMixedIDs || (routes[index].isIDGiven && !routes[index].id.value.isLowerCase)
            switch routes[index].destination {
            case .module(let name): if !modules.contains(name.value) { modules.insert(name.value) }
            case .handler: break
            case .redirect: redirects = true
            }
            // Neighbours mostly carry the same.
            run += 1
            guard index + 1 == routes.count || !routes[index].tags.saysTheSame(as: routes[index + 1].tags) else {
                continue
            }
            for tag in routes[index].tags { tags[tag.value, default: 0] += run }
            run = 0
        }
    }

    mutating func add(_ other: RouteUses) {
        count += other.count
        modules.formUnion(other.modules)
        tags.merge(other.tags, uniquingKeysWith: +)
        presents = presents || other.presents
        redirects = redirects || other.redirects
        hasMixedIDs = hasMixedIDs || other.hasMixedIDs
        meaning.add(other.meaning)
    }
}
