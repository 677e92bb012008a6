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
            if (try? search.run(list)) == nil { isComplete = false }
        }
        return (search.found, isComplete)
    }

    /// Returns the pairs of interceptors that should run in one order, but run in the other for some request.
    ///
    /// - Parameter groups: Indices into ``/WaybillTable/RoutingTable/interceptors``: those of each group should run before
    ///   those of the next.
    /// - Returns: The pairs, first the one that should run first; and whether all were found within the limits.
    package func inversions(
        of groups: [[Int]], within limits: ProofLimits = .standard
    ) -> (found: [InterceptorMeeting], isComplete: Bool) {
        var search = MeetingSearch(self, limits)
        let isComplete = (try? search.findInversions(of: groups)) != nil
        return (search.found, isComplete)
    }
}

private struct MeetingSearch {
    /// A pattern of an interceptor, and the position of the interceptor or its group in the list.
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
        let members = members(of: list.map { [$0] })
        let map = map(of: members)
        var walk = limits.walkBudget(entries: members.count)
        var met: Set<Int> = []
        for member in members where !met.contains(member.turn) {
            guard let meeting = try meeting(of: member, in: map, &walk) else { continue }
            found.append(meeting)
            met.insert(member.turn)
        }
    }

    mutating func findInversions(of groups: [[Int]]) throws(WorkBudget.Exhausted) {
        let members = members(of: groups)
        let map = map(of: members)
        var walk = limits.walkBudget(entries: members.count)
        var pairs: Set<[Int]> = []
        let latest = latest(before: groups)
        for member in members {
            let own = table.interceptors[member.place.interceptor]
            guard let last = latest[member.turn], own.runs(before: table.interceptors[last]) else { continue }
            try map.visit(near: table.pattern(at: member.place), &walk) { other throws(WorkBudget.Exhausted) in
                let pair = [other.place.interceptor, member.place.interceptor]
                guard other.turn < member.turn, own.runs(before: table.interceptors[pair[0]]), !pairs.contains(pair),
                    let meeting = try meeting(of: other, and: member)
                else { return true }
                found.append(meeting)
                pairs.insert(pair)
                return true
            }
        }
    }

    /// Returns, for each group, the interceptor of those before it that runs last.
    private func latest(before groups: [[Int]]) -> [Int?] {
        var latest: [Int?] = [nil]
        for group in groups {
            let all = group + [latest[latest.count - 1]].compactMap(\.self)
            latest.append(all.max { table.interceptors[$0].runs(before: table.interceptors[$1]) })
        }
        return latest
    }

    private func members(of groups: [[Int]]) -> [Member] {
        groups.enumerated().flatMap { turn, group in
            group.flatMap { number in
                table.interceptors[number].patterns.indices.map { index in
                    Member(place: InterceptorPlace(interceptor: number, pattern: index), turn: turn)
                }
            }
        }
    }

    private func map(of members: [Member]) -> PatternMap<Member> {
        PatternMap(
            table.settings,
            members.map { member in
                PatternMap.Entry(
                    pattern: table.pattern(at: member.place),
                    constraints: table.interceptors[member.place.interceptor].constraints, value: member)
            })
    }

    private mutating func meeting(
        of member: Member, in map: PatternMap<Member>, _ walk: inout WorkBudget
    ) throws(WorkBudget.Exhausted) -> InterceptorMeeting? {
        var meeting: InterceptorMeeting?
        try map.visit(near: table.pattern(at: member.place), &walk) { other throws(WorkBudget.Exhausted) in
            guard other.turn < member.turn else { return true }
            meeting = try self.meeting(of: other, and: member)
            return meeting == nil
        }
        return meeting
    }

    private mutating func meeting(
        of first: Member, and second: Member
    ) throws(WorkBudget.Exhausted) -> InterceptorMeeting? {
        let shared = try table.requests(at: first.place, &work)
            .intersection(table.requests(at: second.place, &work), &work)
        return shared.sample(.readable(table.pattern(at: second.place))).map { sample in
            InterceptorMeeting(
                first: first.place.interceptor, second: second.place.interceptor, witness: sample.witness)
        }
    }
}
