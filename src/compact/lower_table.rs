//! The mappings behind [`super::lower`]: Unicode's simple lower-case mappings, as runs of equal distance. Those of ASCII are not among them.
//!
//! Made from the standard library's own mappings; the test of `lower` compares every character with them.

use super::lower::Range;

const fn run(start: u32, count: u8, step: u8, delta: i32) -> Range {
    Range { start, count, step, delta }
}

/// Sorted by `start`; two overlap only if the steps of one leave room for the other.
#[rustfmt::skip]
pub(super) static RANGES: [Range; 184] = [
    run(0xC0, 23, 1, 32), run(0xD8, 7, 1, 32), run(0x100, 24, 2, 1),
    run(0x132, 3, 2, 1), run(0x139, 8, 2, 1), run(0x14A, 23, 2, 1), run(0x178, 1, 1, -121), run(0x179, 3, 2, 1),
    run(0x181, 1, 1, 210), run(0x182, 2, 2, 1), run(0x186, 1, 1, 206), run(0x187, 1, 1, 1), run(0x189, 2, 1, 205),
    run(0x18B, 1, 1, 1), run(0x18E, 1, 1, 79), run(0x18F, 1, 1, 202), run(0x190, 1, 1, 203), run(0x191, 1, 1, 1),
    run(0x193, 1, 1, 205), run(0x194, 1, 1, 207), run(0x196, 1, 1, 211), run(0x197, 1, 1, 209), run(0x198, 1, 1, 1),
    run(0x19C, 1, 1, 211), run(0x19D, 1, 1, 213), run(0x19F, 1, 1, 214), run(0x1A0, 3, 2, 1), run(0x1A6, 1, 1, 218),
    run(0x1A7, 1, 1, 1), run(0x1A9, 1, 1, 218), run(0x1AC, 1, 1, 1), run(0x1AE, 1, 1, 218), run(0x1AF, 1, 1, 1),
    run(0x1B1, 2, 1, 217), run(0x1B3, 2, 2, 1), run(0x1B7, 1, 1, 219), run(0x1B8, 1, 1, 1), run(0x1BC, 1, 1, 1),
    run(0x1C4, 1, 1, 2), run(0x1C5, 1, 1, 1), run(0x1C7, 1, 1, 2), run(0x1C8, 1, 1, 1), run(0x1CA, 1, 1, 2),
    run(0x1CB, 9, 2, 1), run(0x1DE, 9, 2, 1), run(0x1F1, 1, 1, 2), run(0x1F2, 2, 2, 1), run(0x1F6, 1, 1, -97),
    run(0x1F7, 1, 1, -56), run(0x1F8, 20, 2, 1), run(0x220, 1, 1, -130), run(0x222, 9, 2, 1),
    run(0x23A, 1, 1, 10795), run(0x23B, 1, 1, 1), run(0x23D, 1, 1, -163), run(0x23E, 1, 1, 10792),
    run(0x241, 1, 1, 1), run(0x243, 1, 1, -195), run(0x244, 1, 1, 69), run(0x245, 1, 1, 71), run(0x246, 5, 2, 1),
    run(0x370, 2, 2, 1), run(0x376, 1, 1, 1), run(0x37F, 1, 1, 116), run(0x386, 1, 1, 38), run(0x388, 3, 1, 37),
    run(0x38C, 1, 1, 64), run(0x38E, 2, 1, 63), run(0x391, 17, 1, 32), run(0x3A3, 9, 1, 32), run(0x3CF, 1, 1, 8),
    run(0x3D8, 12, 2, 1), run(0x3F4, 1, 1, -60), run(0x3F7, 1, 1, 1), run(0x3F9, 1, 1, -7), run(0x3FA, 1, 1, 1),
    run(0x3FD, 3, 1, -130), run(0x400, 16, 1, 80), run(0x410, 32, 1, 32), run(0x460, 17, 2, 1), run(0x48A, 27, 2, 1),
    run(0x4C0, 1, 1, 15), run(0x4C1, 7, 2, 1), run(0x4D0, 48, 2, 1), run(0x531, 38, 1, 48), run(0x10A0, 38, 1, 7264),
    run(0x10C7, 1, 1, 7264), run(0x10CD, 1, 1, 7264), run(0x13A0, 80, 1, 38864), run(0x13F0, 6, 1, 8),
    run(0x1C89, 1, 1, 1), run(0x1C90, 43, 1, -3008), run(0x1CBD, 3, 1, -3008), run(0x1E00, 75, 2, 1),
    run(0x1E9E, 1, 1, -7615), run(0x1EA0, 48, 2, 1), run(0x1F08, 8, 1, -8), run(0x1F18, 6, 1, -8),
    run(0x1F28, 8, 1, -8), run(0x1F38, 8, 1, -8), run(0x1F48, 6, 1, -8), run(0x1F59, 4, 2, -8),
    run(0x1F68, 8, 1, -8), run(0x1F88, 8, 1, -8), run(0x1F98, 8, 1, -8), run(0x1FA8, 8, 1, -8),
    run(0x1FB8, 2, 1, -8), run(0x1FBA, 2, 1, -74), run(0x1FBC, 1, 1, -9), run(0x1FC8, 4, 1, -86),
    run(0x1FCC, 1, 1, -9), run(0x1FD8, 2, 1, -8), run(0x1FDA, 2, 1, -100), run(0x1FE8, 2, 1, -8),
    run(0x1FEA, 2, 1, -112), run(0x1FEC, 1, 1, -7), run(0x1FF8, 2, 1, -128), run(0x1FFA, 2, 1, -126),
    run(0x1FFC, 1, 1, -9), run(0x2126, 1, 1, -7517), run(0x212A, 1, 1, -8383), run(0x212B, 1, 1, -8262),
    run(0x2132, 1, 1, 28), run(0x2160, 16, 1, 16), run(0x2183, 1, 1, 1), run(0x24B6, 26, 1, 26),
    run(0x2C00, 48, 1, 48), run(0x2C60, 1, 1, 1), run(0x2C62, 1, 1, -10743), run(0x2C63, 1, 1, -3814),
    run(0x2C64, 1, 1, -10727), run(0x2C67, 3, 2, 1), run(0x2C6D, 1, 1, -10780), run(0x2C6E, 1, 1, -10749),
    run(0x2C6F, 1, 1, -10783), run(0x2C70, 1, 1, -10782), run(0x2C72, 1, 1, 1), run(0x2C75, 1, 1, 1),
    run(0x2C7E, 2, 1, -10815), run(0x2C80, 50, 2, 1), run(0x2CEB, 2, 2, 1), run(0x2CF2, 1, 1, 1),
    run(0xA640, 23, 2, 1), run(0xA680, 14, 2, 1), run(0xA722, 7, 2, 1), run(0xA732, 31, 2, 1), run(0xA779, 2, 2, 1),
    run(0xA77D, 1, 1, -35332), run(0xA77E, 5, 2, 1), run(0xA78B, 1, 1, 1), run(0xA78D, 1, 1, -42280),
    run(0xA790, 2, 2, 1), run(0xA796, 10, 2, 1), run(0xA7AA, 1, 1, -42308), run(0xA7AB, 1, 1, -42319),
    run(0xA7AC, 1, 1, -42315), run(0xA7AD, 1, 1, -42305), run(0xA7AE, 1, 1, -42308), run(0xA7B0, 1, 1, -42258),
    run(0xA7B1, 1, 1, -42282), run(0xA7B2, 1, 1, -42261), run(0xA7B3, 1, 1, 928), run(0xA7B4, 8, 2, 1),
    run(0xA7C4, 1, 1, -48), run(0xA7C5, 1, 1, -42307), run(0xA7C6, 1, 1, -35384), run(0xA7C7, 2, 2, 1),
    run(0xA7CB, 1, 1, -42343), run(0xA7CC, 8, 2, 1), run(0xA7DC, 1, 1, -42561), run(0xA7F5, 1, 1, 1),
    run(0xFF21, 26, 1, 32), run(0x10400, 40, 1, 40), run(0x104B0, 36, 1, 40), run(0x10570, 11, 1, 39),
    run(0x1057C, 15, 1, 39), run(0x1058C, 7, 1, 39), run(0x10594, 2, 1, 39), run(0x10C80, 51, 1, 64),
    run(0x10D50, 22, 1, 32), run(0x118A0, 32, 1, 32), run(0x16E40, 32, 1, 32), run(0x16EA0, 25, 1, 27),
    run(0x1E900, 34, 1, 34),
];
