import CLibYAML

/// One event of libyaml's parser, as plain values. Places are indices of Unicode scalars in the text that was given.
struct YAMLEvent {
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        case scalar(Node.Scalar)
        case sequenceStart(isFlow: Bool)
        case mappingStart(isFlow: Bool)
        case collectionEnd
    }

    var kind: Kind
    var start: Int
    var end: Int
    var anchor: String?
    var tag: String?
}

/// What libyaml has to say about a text that is not YAML. Places as in ``YAMLEvent``.
struct YAMLProblem: Error {
    var problem: String
    var place: Int
    /// "while scanning a quoted scalar", with the place where that began.
    var context: String?
    var contextPlace: Int
}

/// libyaml's event parser over a text of valid UTF-8 without a byte order mark.
///
/// The only code that touches libyaml. It owns the parser and a copy of the text, and frees both.
@safe struct YAMLEvents: ~Copyable {  // safe: both pointers are private, owned, and freed once, in deinit
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let isInitialized: Bool

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
        if isInitialized { unsafe yaml_parser_delete(parser) }  // initialized above, never used again
        unsafe parser.deallocate()  // allocated in init
        unsafe text.deallocate()  // allocated in init; bytes need no deinitialization
    }

    /// The next event. Not to be called again after the end of the stream or a problem.
    mutating func next() throws(YAMLProblem) -> YAMLEvent {
        guard isInitialized else {
            throw YAMLProblem(problem: "out of memory", place: 0, context: nil, contextPlace: 0)
        }
        var event = unsafe yaml_event_t()  // filled by the call below
        guard unsafe yaml_parser_parse(parser, &event) != 0 else {  // an initialized parser with its text
            throw problem()
        }
        defer { unsafe yaml_event_delete(&event) }  // filled by libyaml, its strings are copied by now
        return unsafe YAMLEvent(event)  // alive until the end of this function
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
    fileprivate init(_ event: yaml_event_t) {
        unsafe start = Int(clamping: event.start_mark.index)  // plain integer
        unsafe end = max(start, Int(clamping: event.end_mark.index))  // plain integer
        let data = unsafe event.data  // the member that `type` names is the one that libyaml filled
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: kind = .streamStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT:
            kind = unsafe .alias(string(data.alias.anchor) ?? "")  // alias event
        case YAML_SCALAR_EVENT:
            kind = unsafe .scalar(Node.Scalar(data.scalar))  // scalar event
            anchor = unsafe string(data.scalar.anchor)  // scalar event
            tag = unsafe string(data.scalar.tag)  // scalar event
        case YAML_SEQUENCE_START_EVENT:
            kind = unsafe .sequenceStart(isFlow: data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE)  // its event
            anchor = unsafe string(data.sequence_start.anchor)  // sequence event
            tag = unsafe string(data.sequence_start.tag)  // sequence event
        case YAML_MAPPING_START_EVENT:
            kind = unsafe .mappingStart(isFlow: data.mapping_start.style == YAML_FLOW_MAPPING_STYLE)  // its event
            anchor = unsafe string(data.mapping_start.anchor)  // mapping event
            tag = unsafe string(data.mapping_start.tag)  // mapping event
        default: kind = .collectionEnd
        }
    }
}

extension Node.Scalar {
    fileprivate init(_ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar) {
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: Int(clamping: scalar.length))  // as counted
        unsafe text = String(decoding: bytes, as: UTF8.self)  // copied while the event lives
        switch unsafe scalar.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: style = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: style = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: style = .literal
        case YAML_FOLDED_SCALAR_STYLE: style = .folded
        default: style = .plain
        }
    }
}

private func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    unsafe bytes.map { unsafe String(cString: $0) }  // zero-terminated by libyaml, copied while the event lives
}
