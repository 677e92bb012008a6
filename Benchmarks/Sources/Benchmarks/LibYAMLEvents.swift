import CYAML

/// The peer of all manifest readers: libyaml's events, read and discarded. No reader that is built on libyaml can be
/// faster on one core.
enum LibYAMLEvents {
    /// The number of events of a text; 0 if it is not YAML.
    static func count(in bytes: [UInt8]) -> Int {
        var parser = unsafe yaml_parser_t()  // initialized by the next call
        guard unsafe yaml_parser_initialize(&parser) != 0 else { return 0 }  // fails only without memory
        defer { unsafe yaml_parser_delete(&parser) }  // initialized above
        return unsafe bytes.withUnsafeBufferPointer { bytes in  // the parser is not used outside
            unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)  // initialized above
            unsafe yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)  // lives as long as the body
            var count = 0
            var event = unsafe yaml_event_t()  // filled by libyaml
            while unsafe yaml_parser_parse(&parser, &event) != 0 {  // initialized, with its input
                count += 1
                let isEnd = unsafe event.type == YAML_STREAM_END_EVENT  // filled above
                unsafe yaml_event_delete(&event)  // filled above, not used again
                if isEnd { return count }
            }
            return 0
        }
    }
}
