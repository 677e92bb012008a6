import WaybillTable

/// A decoded file without the automata of its regexes and lists of values, which are built for the whole set together.
package struct DecodedManifest: Sendable {
    package var manifest: Manifest
    package var diagnostics: [Diagnostic]
    /// The regexes and lists, including those of broken entries.
    var unbuilt: [Narrowed] = []

    /// The different ones: a file may repeat one thousands of times.
    var narrowings: Set<Narrowing> { Set(unbuilt.lazy.map(\.narrowing)) }

    /// Builds the automata, for case-sensitive paths, and reports those that exceed their own limits.
    ///
    /// - Returns: The steps that it took. Where the budget of the set is overrun, the result means nothing.
    @discardableResult
    package mutating func build(in file: SourceFile, within budget: AutomatonBudget = AutomatonBudget()) -> Int {
        var built: [Narrowing: Result<Automaton, NarrowingError>] = [:]
        var steps = 0
        for narrowing in narrowings where !budget.isOverrun {
            var left = AutomatonBudget.most
            built[narrowing] = Result { () throws(NarrowingError) in
                try Automaton(narrowing, caseSensitive: true, spending: &left)
            }
            budget.spend(AutomatonBudget.most - left)
            steps += AutomatonBudget.most - left
        }
        if budget.isOverrun { return steps }
        let found = unbuilt.compactMap { narrowed -> Diagnostic? in
            guard case .failure(let error)? = built[narrowed.narrowing] else { return nil }
            return error.diagnostic(of: narrowed, in: file)
        }
        // An alias repeats a problem at the same place.
        diagnostics += found.uniqued()
        manifest.setAutomata(built.compactMapValues { try? $0.get() })
        return steps
    }

    /// Reports, once for the file, that the automata of the set exceed the budget. None is built.
    mutating func refuse(in file: SourceFile) {
        guard let first = unbuilt.min(by: { $0.valueSpan < $1.valueSpan }) else { return }
        diagnostics.append(
            NarrowingError.costsTooMuch(together: first.narrowing).diagnostic(of: first, in: file))
    }
}

extension Manifest {
    /// Drops the constraints whose automata could not be built.
    fileprivate mutating func setAutomata(_ automata: [Narrowing: Automaton]) {
        for index in interceptors.indices where interceptors[index].narrowed.contains(where: { !$0.isBuilt }) {
            interceptors[index].narrowed = interceptors[index].narrowed.compactMap { $0.built(of: automata) }
        }
        for index in routes.indices where routes[index].narrowed.contains(where: { !$0.isBuilt }) {
            routes[index].narrowed = routes[index].narrowed.compactMap { $0.built(of: automata) }
        }
    }
}

extension Narrowed {
    fileprivate func built(of automata: [Narrowing: Automaton]) -> Narrowed? {
        if isBuilt { return self }
        return automata[narrowing].map {
            Narrowed(name: name, narrowing: narrowing, automaton: $0, valueSpan: valueSpan)
        }
    }
}

extension NarrowingError {
    /// P011, at the characters of the regex that are wrong, where these have a place of their own.
    func diagnostic(of narrowed: Narrowed, in file: SourceFile) -> Diagnostic {
        var place = file.firstLine(of: narrowed.valueSpan)
        if case .regex(let text) = narrowed.narrowing {
            let range = range.lowerBound + 1..<range.upperBound + 1
            let written = Array("/\(text)/".utf8)
            place = file.exactSpan(of: range, in: written, at: narrowed.valueSpan) ?? narrowed.valueSpan
        }
        return Diagnostic(.badRegex, at: place, reason, help: help)
    }
}
