import WaybillTable

extension OracleDifference {
    /// The same kind of difference with the fewest definitions, the shortest patterns and the shortest URL found.
    ///
    /// - Parameter judge: The remaining difference of a changed case, or `nil` if there is none.
    func shrunk(_ judge: @escaping (OracleDifference) -> OracleDifference? = Self.difference) -> OracleDifference {
        var shrinker = OracleShrinker(smallest: self, judge: judge)
        shrinker.run()
        return shrinker.smallest
    }

    /// Asks table and law again. A conflict is not a difference, because the law has no answer for it.
    private static func difference(_ changed: OracleDifference) -> OracleDifference? {
        guard (changed.made.routes + changed.made.interceptors).allSatisfy({ changed.made.entry($0) != nil }),
            let trial = try? OracleTrial(changed.made), !trial.isConflict(changed.request)
        else { return nil }
        return trial.difference(on: changed.request)
    }
}

/// Removes definitions as long as the difference remains.
private struct OracleShrinker {
    typealias Definitions = WritableKeyPath<OracleCase, [OracleCase.Definition]>

    var smallest: OracleDifference
    let judge: (OracleDifference) -> OracleDifference?

    mutating func run() {
        var size = Int.max
        while size > self.size {
            size = self.size
            dropDefinitions(\.routes)
            dropDefinitions(\.interceptors)
            shorten(\.request.url)
            attempt { $0.request.view = nil }
            attempt { $0.request.method = nil }
            for index in smallest.made.routes.indices { simplify(\.routes, index) }
            for index in smallest.made.interceptors.indices { simplify(\.interceptors, index) }
        }
    }

    /// The size that every kept change makes smaller.
    private var size: Int {
        let definitions = (smallest.made.routes + smallest.made.interceptors).map { definition in
            10 + definition.patterns.map { 1 + $0.utf8.count }.reduce(0, +) + definition.constraints.count
                + definition.methods.count + definition.tags.count + (definition.rank == 0 ? 0 : 1)
                + (definition.isEverywhere ? 1 : 0)
        }
        let request = smallest.request
        return definitions.reduce(0, +) + request.url.utf8.count + (request.method == nil ? 0 : 1)
            + (request.view == nil ? 0 : 1)
    }

    @discardableResult
    private mutating func attempt(_ change: (inout OracleDifference) -> Void) -> Bool {
        var next = smallest
        change(&next)
        guard let difference = judge(next) else { return false }
        smallest = difference
        return true
    }

    private mutating func dropDefinitions(_ list: Definitions) {
        for index in smallest.made[keyPath: list].indices.reversed() {
            attempt { $0.made[keyPath: list].remove(at: index) }
        }
    }

    private mutating func simplify(_ list: Definitions, _ index: Int) {
        let made: WritableKeyPath<OracleDifference, OracleCase> = \.made
        let place: WritableKeyPath<[OracleCase.Definition], OracleCase.Definition> = \.[index]
        let path = made.appending(path: list).appending(path: place)
        let definition = smallest[keyPath: path]
        attempt { $0[keyPath: path].tags = [] }
        attempt { $0[keyPath: path].rank = 0 }
        attempt { $0[keyPath: path].isEverywhere = false }
        attempt { $0[keyPath: path].methods = [] }
        for method in definition.methods { attempt { $0[keyPath: path].methods.removeAll { $0 == method } } }
        for tag in definition.tags.sorted() { attempt { $0[keyPath: path].tags.remove(tag) } }
        for name in definition.constraints.keys.sorted() { attempt { $0[keyPath: path].constraints[name] = nil } }
        for pattern in definition.patterns.reversed() where smallest[keyPath: path].patterns.count > 1 {
            attempt { $0[keyPath: path].patterns.removeAll { $0 == pattern } }
        }
        for number in smallest[keyPath: path].patterns.indices {
            let pattern: WritableKeyPath<OracleCase.Definition, String> = \.patterns[number]
            shorten(path.appending(path: pattern))
        }
    }

    /// Removes pieces of a text, halves first and single scalars last, as long as the difference remains.
    private mutating func shorten(_ text: WritableKeyPath<OracleDifference, String>) {
        var length = smallest[keyPath: text].unicodeScalars.count / 2 + 1
        while length > 0 {
            var start = 0
            while start + length <= smallest[keyPath: text].unicodeScalars.count {
                let scalars = Array(smallest[keyPath: text].unicodeScalars)
                let rest = scalars[..<start] + scalars[(start + length)...]
                if !attempt({ $0[keyPath: text] = String(String.UnicodeScalarView(rest)) }) { start += length }
            }
            length /= 2
        }
    }
}
