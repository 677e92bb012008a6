import CLibYAML

/// One event of libyaml's parser. Places are indices of Unicode scalars in the given text.
struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias
        case scalar(YAMLDocument.Record.Kind)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        case collectionEnd
    }

    var kind: Kind
    var start: Int
    var end: Int
    var hasAnchor = false
    var hasTag = false
}

/// A syntax error as libyaml describes it. Places are as in ``YAMLEvent``.
struct YAMLProblem: Error {
    var problem: String
    var place: Int
    /// "while scanning a quoted scalar", with the place where that began.
    var context: String?
    var contextPlace: Int
}

/// The event parser of libyaml, for a text of valid UTF-8 without a byte order mark.
///
/// This is the only code that uses libyaml. It owns and frees the parser, a copy of the text, and the latest event. The
/// text of an event is read while the event is the latest, so that it is copied once, into the document.
@safe struct YAMLEvents: ~Copyable {  // safe: both pointers are private, owned, and freed once, in deinit
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let isInitialized: Bool
    /// Zeroed if there is none; deleting a zeroed event does nothing.
    private var event = unsafe yaml_event_t()

    init(_ bytes: [UInt8]) {
        unsafe text = .allocate(capacity: bytes.count)  // freed in deinit: libyaml reads it between the calls
        _ = unsafe text.initialize(fromContentsOf: bytes)  // as many as were allocated
        unsafe parser = .allocate(capacity: 1)  // freed in deinit
        isInitialized = unsafe yaml_parser_initialize(parser) != 0  // fails only without memory, then cleans up
        guard isInitialized else { return }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)  // an initialized parser
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)  // the copy outlives the parser
    }

    deinit {
        var last = unsafe event  // filled by libyaml or zero
        unsafe yaml_event_delete(&last)  // the latest event, never used again
        if isInitialized { unsafe yaml_parser_delete(parser) }  // initialized above, never used again
        unsafe parser.deallocate()  // allocated in init
        unsafe text.deallocate()  // allocated in init; bytes need no deinitialization
    }

    /// Returns the next event. Must not be called after the end of the stream or an error.
    mutating func next() throws(YAMLProblem) -> YAMLEvent {
        guard isInitialized else {
            throw YAMLProblem(problem: "out of memory", place: 0, context: nil, contextPlace: 0)
        }
        unsafe yaml_event_delete(&event)  // filled by the last call, or zero; zero again afterwards
        guard unsafe yaml_parser_parse(parser, &event) != 0 else {  // an initialized parser with its text
            throw problem()
        }
        return unsafe YAMLEvent(event)  // just filled
    }

    /// Appends the text of the latest event, which is a scalar.
    func appendText(to texts: inout [UInt8]) {
        guard unsafe event.type == YAML_SCALAR_EVENT else { return }
        let scalar = unsafe event.data.scalar  // the member that the type names
        unsafe texts.append(
            contentsOf: UnsafeBufferPointer(start: scalar.value, count: Int(clamping: scalar.length)))  // as counted
    }

    /// The anchor that the latest event declares or, for an alias, refers to.
    var anchor: String? {
        switch unsafe event.type {  // the type names the member that libyaml filled
        case YAML_ALIAS_EVENT: unsafe string(event.data.alias.anchor)  // its event
        case YAML_SCALAR_EVENT: unsafe string(event.data.scalar.anchor)  // its event
        case YAML_SEQUENCE_START_EVENT: unsafe string(event.data.sequence_start.anchor)  // its event
        case YAML_MAPPING_START_EVENT: unsafe string(event.data.mapping_start.anchor)  // its event
        default: nil
        }
    }

    private func problem() -> YAMLProblem {
        let state = unsafe parser.pointee  // initialized; its strings are literals of libyaml
        let problem = unsafe state.problem.map { unsafe String(cString: $0) }  // zero-terminated literal
        let context = unsafe state.context.map { unsafe String(cString: $0) }  // zero-terminated literal
        return unsafe YAMLProblem(  // plain integers
            problem: problem ?? "out of memory", place: Int(clamping: state.problem_mark.index), context: context,
            contextPlace: Int(clamping: state.context_mark.index))
    }
}

extension YAMLEvent {
    fileprivate init(_ event: borrowing yaml_event_t) {
        unsafe start = Int(clamping: event.start_mark.index)  // plain integer
        unsafe end = max(start, Int(clamping: event.end_mark.index))  // plain integer
        switch unsafe event.type {  // the type names the member that libyaml filled
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            kind = unsafe .scalar(.init(event.data.scalar.style))  // scalar event
            hasAnchor = unsafe event.data.scalar.anchor != nil  // scalar event
            hasTag = unsafe event.data.scalar.tag != nil  // scalar event
        case YAML_SEQUENCE_START_EVENT:
            kind = unsafe .sequenceStart(isFlow: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)  // same
            hasAnchor = unsafe event.data.sequence_start.anchor != nil  // sequence event
            hasTag = unsafe event.data.sequence_start.tag != nil  // sequence event
        case YAML_MAPPING_START_EVENT:
            kind = unsafe .mappingStart(isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)  // its event
            hasAnchor = unsafe event.data.mapping_start.anchor != nil  // mapping event
            hasTag = unsafe event.data.mapping_start.tag != nil  // mapping event
        default: kind = .collectionEnd
        }
    }
}

extension YAMLDocument.Record.Kind {
    fileprivate init(_ style: yaml_scalar_style_t) {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: self = .literal
        case YAML_FOLDED_SCALAR_STYLE: self = .folded
        default: self = .plain
        }
    }
}

private func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }  // zero-terminated by libyaml, copied while the event lives
}
