extension RunTrace {
    /// Whether everything that the run has asked has the same answer now.
    package func holds(environment: [String: String]) -> Bool { observations.hold(environment: environment) }
}

extension [Observation] {
    /// Whether every question has the same answer now.
    ///
    /// Contents are compared byte by byte: no digest decides. What costs least is asked first.
    func hold(environment: [String: String]) -> Bool {
        let trace = RunTrace()
        let (contents, others) = (filter { $0.question.kind == .contents }, filter { $0.question.kind != .contents })
        return trace.record {
            (others + contents).allSatisfy { observation in
                observation.question.ask(environment)
                return trace.takeLast() == observation
            }
        }
    }
}

extension Question {
    /// Asks once more; the answer is in the trace that is bound.
    fileprivate func ask(_ environment: [String: String]) {
        switch kind {
        case .look: _ = try? FileSystem.look(at: subject)
        case .writers: _ = FileSystem.writers(of: subject)
        case .names: _ = try? FileSystem.names(in: subject)
        case .realPath: _ = FileSystem.realPath(subject)
        case .contents: _ = try? FileSystem.read(subject, limit: YAMLReader.mostBytes)
        case .variable: RunTrace.current?.note(variable: subject, environment[subject])
        }
    }
}
