package import WaybillSyntax
import WaybillTable

/// A decoded file. The automata of its regexes and lists are built later, for the whole set together.
package struct DecodedManifest: Sendable {
    package var manifest: Manifest
    package var diagnostics: [Diagnostic]
    /// S010 for each variable whose value is not known here. It is not a problem of the file.
    package var unknownVariables: [Diagnostic]
    var usedVariables: UsedVariables
    /// The regexes and lists without automata, with those of broken entries.
    var unbuilt: [Constrained] = []

    /// The distinct constraints. A file may repeat one thousands of times.
    var constraints: Set<ParameterConstraint> { Set(unbuilt.lazy.map(\.constraint)) }

    /// Builds the automata, for case-sensitive paths, and reports those that exceed their own limits.
    ///
    /// - Returns: The steps that it took. If the budget of the set is exceeded, the result is not valid.
    @discardableResult
    package mutating func build(in file: SourceFile, within budget: AutomatonBudget = AutomatonBudget()) -> Int {
        var built: [ParameterConstraint: Result<Automaton, ConstraintError>] = [:]
        var steps = 0
        for constraint in constraints where !budget.isOverrun {
            var left = AutomatonBudget.limit
            built[constraint] = Result { () throws(ConstraintError) in
                try Automaton(constraint, caseSensitive: true, spending: &left)
            }
            budget.spend(AutomatonBudget.limit - left)
            steps += AutomatonBudget.limit - left
        }
        if budget.isOverrun { return steps }
        let found = unbuilt.compactMap { constrained -> Diagnostic? in
            guard case .failure(let error)? = built[constrained.constraint] else { return nil }
            return error.diagnostic(of: constrained, in: file)
        }
        // An alias repeats a problem at the same place.
        diagnostics += found.uniqued()
        manifest.setAutomata(built.compactMapValues { try? $0.get() })
        unbuilt = []
        return steps
    }

    /// Reports, once for the file, that the automata of the set exceed the budget. None is built.
    mutating func refuse(in file: SourceFile) {
        guard let first = unbuilt.min(by: { $0.valueSpan < $1.valueSpan }) else { return }
        diagnostics.append(
            ConstraintError.costsTooMuch(together: first.constraint).diagnostic(of: first, in: file))
        unbuilt = []
    }
}

extension Manifest {
    /// Drops the constraints whose automata could not be built.
    fileprivate mutating func setAutomata(_ automata: [ParameterConstraint: Automaton]) {
        for index in interceptors.indices where interceptors[index].constrained.contains(where: { !$0.isBuilt }) {
            interceptors[index].constrained = interceptors[index].constrained.compactMap { $0.built(of: automata) }
        }
        for index in routes.indices where routes[index].constrained.contains(where: { !$0.isBuilt }) {
            routes[index].content.constrained = routes[index].constrained.compactMap { $0.built(of: automata) }
        }
    }
}

extension Constrained {
    fileprivate func built(of automata: [ParameterConstraint: Automaton]) -> Constrained? {
        if isBuilt { return self }
        return automata[constraint].map {
            Constrained(name: name, constraint: constraint, built: $0, valueSpan: valueSpan)
        }
    }
}

extension ConstraintError {
    /// Returns P011, at the wrong characters of the regex if they have a place of their own.
    func diagnostic(of constrained: Constrained, in file: SourceFile) -> Diagnostic {
        var place = file.firstLine(of: constrained.valueSpan)
        if case .regex(let text) = constrained.constraint {
            let range = range.lowerBound + 1..<range.upperBound + 1
            let written = Array("/\(text)/".utf8)
            place = file.exactSpan(of: range, in: written, at: constrained.valueSpan) ?? constrained.valueSpan
        }
        return Diagnostic(.badRegex, at: place, reason, help: help)
    }
}
