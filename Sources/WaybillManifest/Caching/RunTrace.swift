import Synchronization

/// What a run asked of the world outside, with the answers: if all answers are the same again, so is its result.
///
/// It is bound around a run; whatever the run reads of the file system and of the environment notes it here.
package final class RunTrace: Sendable {
    /// The trace of the run that is going on, if there is one. ``Concurrently`` hands it on to all cores.
    @TaskLocal static var current: RunTrace?

    private let state = Mutex(State())

    fileprivate struct State {
        var observations: [Observation] = []
        var known: [Question: [UInt8]] = [:]
        var numbers = IdentityNumbers()
        var holdsSecrets = false
    }

    package init() {}

    /// Runs a piece of work, and notes what it asks.
    package func record<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }

    /// The questions in the order in which they were asked, with their answers.
    var observations: [Observation] { state.withLock(\.observations) }

    /// Whether one of the answers is the value of a variable, which belongs into no file.
    var holdsSecrets: Bool { state.withLock(\.holdsSecrets) }

    /// The latest observation, which is kept no longer.
    func takeLast() -> Observation? {
        state.withLock { state in
            state.known = [:]
            return state.observations.popLast()
        }
    }

    func note(_ question: Question, _ answer: Answer) {
        state.withLock { $0.add(question, answer.bytes(&$0.numbers)) }
    }

    /// Notes that a variable was read. That it is unset or empty is all that is kept of it.
    func note(variable name: String, _ value: String?) {
        state.withLock { state in
            if value?.isEmpty == false { state.holdsSecrets = true }
            state.add(Question(.variable, name), Array((value.map { $0.isEmpty ? "empty" : "set" } ?? "unset").utf8))
        }
    }
}

extension RunTrace.State {
    /// A question that is asked again has the answer that it had; if not, both are kept, and will never hold together.
    fileprivate mutating func add(_ question: Question, _ answer: [UInt8]) {
        guard known.updateValue(answer, forKey: question) != answer else { return }
        observations.append(Observation(question: question, answer: answer))
    }
}

/// A question, and the answer that was given to it.
struct Observation: Hashable {
    var question: Question
    var answer: [UInt8]
}

/// Something that a run asks of the world outside.
struct Question: Hashable {
    enum Kind: UInt8 {
        /// What is there, and whether it is what is somewhere else too.
        case look
        /// Who may write it.
        case writers
        /// The names in a folder.
        case names
        /// The path without links.
        case realPath
        /// All bytes.
        case contents
        /// Whether a variable of the environment is set.
        case variable
    }

    var kind: Kind
    /// A path, or a name.
    var subject: String

    init(_ kind: Kind, _ subject: String) {
        self.kind = kind
        self.subject = subject
    }
}

/// What the file system said to a question.
enum Answer {
    case bytes([UInt8])
    case text(String)
    case place(FileSystem.Kind, FileSystem.Identity)
    case problem(FileSystem.Problem)
    case nothing

    /// The same bytes for the same answer, in every run and on every machine.
    func bytes(_ numbers: inout IdentityNumbers) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes + [UInt8(ascii: "=")]
        case .text(let text): Array("\(text)=".utf8)
        case .place(let kind, let identity): Array("\(numbers.number(of: identity)) \(kind)@".utf8)
        case .problem(let problem): Array("\(problem.reason)!".utf8)
        case .nothing: []
        }
    }
}

/// Numbers for files in the order in which they are met.
///
/// What the system calls a file changes with every checkout; whether two names mean one file is all that a run asks.
struct IdentityNumbers {
    private var numbers: [FileSystem.Identity: Int] = [:]

    mutating func number(of identity: FileSystem.Identity) -> Int {
        if let known = numbers[identity] { return known }
        numbers[identity] = numbers.count
        return numbers.count - 1
    }
}

extension Result where Failure == FileSystem.Problem {
    func answer(_ answer: (Success) -> Answer) -> Answer {
        switch self {
        case .success(let found): answer(found)
        case .failure(let problem): .problem(problem)
        }
    }
}
