// mahjong-cpp's expected values for the hands on standard input, one a line: the hand, and the milliseconds of CPU time
// without and with changes of course (tegawari and shanten down, one exchange more). To be built with mahjong-cpp 0.9.8
// and run from where its data lie beside the program.
#include <algorithm>
#include <ctime>
#include <iostream>
#include <numeric>
#include <string>

#include "mahjong/mahjong.hpp"

using namespace mahjong;

static double milliseconds(const PlayerState &player, bool changes)
{
    TableConfig config;
    config.rule_flags = RuleFlag::Default;
    config.game_mode = GameMode::Yonma;
    RoundState round;
    round.round_wind = Tile::East;
    round.round_number = 1;
    round.honba = 0;
    TableState table;
    table.kyotaku = 0;
    table.dora_indicators = {Tile::East};
    ExpectedScoreCalculator::Config search;
    search.enable_reddora = search.enable_uradora = false;
    search.shanten_type = ShantenFlag::StandardHand | ShantenFlag::SevenPairs;
    search.enable_shanten_down = search.enable_tegawari = changes;
    const MergedCount wall = create_wall(config, table, player, false);
    search.sum = std::accumulate(wall.begin(), wall.begin() + 34, 0);
    double least = 1e300;
    for (int round_number = 0; round_number < 5; round_number++) {
        const std::clock_t start = std::clock();
        ExpectedScoreCalculator::calc(search, config, round, table, player, wall);
        least = std::min(least, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
}

int main()
{
    std::string hand;
    while (std::cin >> hand) {
        PlayerState player;
        player.hand = from_mpsz(hand);
        player.seat_wind = Tile::East;
        std::cout << hand << ' ' << milliseconds(player, false) << ' ' << milliseconds(player, true) << std::endl;
    }
}
