public import WaybillTable

/// Two interceptors that run for the same request.
public struct InterceptorMeeting: Sendable, Hashable {
    /// Indices into ``/WaybillTable/RoutingTable/interceptors``.
    public var first: Int
    public var second: Int
    public var witness: RequestWitness
}

extension RoutingTable {
    /// Returns the interceptors that repeat another one with the same effect for some request, each with the first such
    /// one in its list.
    ///
    /// - Parameter alike: Indices into ``/WaybillTable/RoutingTable/interceptors``, in lists of interceptors with the
    ///   same effect.
    /// - Returns: The meetings, and whether all were found within the limits.
    public func meetings(
        among alike: [[Int]], within limits: ProofLimits = .standard
    ) -> (found: [InterceptorMeeting], isComplete: Bool) {
        var search = MeetingSearch(self, limits)
        var isComplete = true
        for list in alike where list.count > 1 {
            do throws(WorkBudget.Exhausted) {
                try search.run(list)
            } catch {
                isComplete = false
            }
        }
        return (search.found, isComplete)
    }
}

private struct MeetingSearch {
    /// A pattern of an interceptor, and the interceptor's position in its list.
    private struct Member {
        var place: InterceptorPlace
        var turn: Int
    }

    private(set) var found: [InterceptorMeeting] = []
    private let table: RoutingTable
    private let limits: ProofLimits
    private var work: ProofWork

    init(_ table: RoutingTable, _ limits: ProofLimits) {
        self.table = table
        self.limits = limits
        work = ProofWork(stepsLeft: limits.relations, limits)
    }

    mutating func run(_ list: [Int]) throws(WorkBudget.Exhausted) {
        let members = list.enumerated().flatMap { turn, number in
            table.interceptors[number].patterns.indices.map { index in
                Member(place: InterceptorPlace(interceptor: number, pattern: index), turn: turn)
            }
        }
        let map = PatternMap(
            table.settings,
            members.map { member in
                PatternMap.Entry(
                    pattern: table.pattern(at: member.place),
                    constraints: table.interceptors[member.place.interceptor].constraints, value: member)
            })
        var walk = limits.walkBudget(entries: members.count)
        var met: Set<Int> = []
        for member in members where !met.contains(member.turn) {
            guard let meeting = try meeting(of: member, in: map, &walk) else { continue }
            found.append(meeting)
            met.insert(member.turn)
        }
    }

    private mutating func meeting(
        of member: Member, in map: PatternMap<Member>, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> InterceptorMeeting? {
        let pattern = table.pattern(at: member.place)
        var meeting: InterceptorMeeting?
        try map.visit(near: pattern, &walk) { other throws(WorkBudget.Exhausted) in
            guard other.turn < member.turn else { return true }
            let shared = try table.requests(at: other.place, &work)
                .intersection(table.requests(at: member.place, &work), &work)
            meeting = shared.sample(.readable(pattern)).map { sample in
                InterceptorMeeting(
                    first: other.place.interceptor, second: member.place.interceptor, witness: sample.witness)
            }
            return meeting == nil
        }
        return meeting
    }
}
