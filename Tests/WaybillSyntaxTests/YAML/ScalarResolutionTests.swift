import Testing
import WaybillSyntax

@Suite("The values of plain scalars")
struct ScalarResolutionTests {
    @Test(
        "The core schema of YAML 1.2",
        arguments: [
            ("", .null), ("~", .null), ("null", .null), ("NULL", .null), ("nUll", .string),
            ("true", .bool(true)), ("True", .bool(true)), ("FALSE", .bool(false)), ("yes", .string), ("tRUE", .string),
            ("0", .int(0)), ("-12", .int(-12)), ("+7", .int(7)), ("010", .int(10)), ("0o17", .int(15)),
            ("0xfF", .int(255)),
            ("0b1", .string), ("1_000", .string), ("0o8", .string), ("0x", .string), ("-0x1", .string), ("١", .string),
            ("1.5", .float(1.5)), (".5", .float(0.5)), ("1.", .float(1)), ("-1e3", .float(-1000)), ("1e", .string),
            (".", .string), ("-", .string), (".inf", .float(.infinity)), ("-.INF", .float(-.infinity)),
            ("inf", .string),
            ("99999999999999999999", .float(1e20)), ("12:30", .string), ("1.2.3", .string),
            ("-99999999999999999999", .float(-1e20)), ("9223372036854775807", .int(.max)),
            ("-9223372036854775808", .int(.min)), ("9223372036854775808", .float(0x1p63)),
            ("0xffffffffffffffff", .float(0x1p64)), ("0o7777777777777777777777", .float(0x1p66)),
            ("-0", .int(0)), ("+", .string), ("+-1", .string), ("0o", .string), ("0xg", .string), ("0x-1", .string),
            ("+0o7", .string), ("0x1_0", .string), ("0x١", .string), ("1\u{301}", .string), ("0x\u{301}1", .string),
        ] as [(String, Node.Scalar.Resolution)])
    func resolution(text: String, resolved: Node.Scalar.Resolution) {
        #expect(Node.Scalar(text: text, style: .plain).resolved == resolved)
        #expect(Node.Scalar(text: text, style: .doubleQuoted).resolved == .string)
    }

    @Test("Not a number resolves to a float")
    func notANumber() {
        guard case .float(let value) = Node.Scalar(text: ".nan", style: .plain).resolved else {
            Issue.record("not a float")
            return
        }
        #expect(value.isNaN)
    }

    @Test(
        "Text that YAML 1.1 reads as another type",
        arguments: [
            "y", "N", "yes", "No", "ON", "off", "true", "True", "FALSE", "~", "null", "010", "0b1", "1_000",
            "12:30",
            "1:30:15", "190:20:30.15", "1e3", "1.5e3", ".5", "2024-01-01", "2024-1-1T10:00:00Z", "=", "0x_ff", "1_0.5",
        ])
    func ambiguous(text: String) {
        #expect(Node.Scalar(text: text, style: .plain).isAmbiguousToYAML11)
        #expect(!Node.Scalar(text: text, style: .singleQuoted).isAmbiguousToYAML11)
    }

    @Test(
        "Text that every parser reads in the same way",
        arguments: [
            "", "nope", "42", "-1", "1.5", "a:b", "12:61", "1:2:x", "2024-01", "orders", "/a/b", "_", "1_a",
            "http://x:80/", "o",
            "2024-01-01-x", "a1e3", "0", "0xff", "yEs", "==", "127.0.0.1",
        ])
    func unambiguous(text: String) {
        #expect(!Node.Scalar(text: text, style: .plain).isAmbiguousToYAML11)
    }
}
